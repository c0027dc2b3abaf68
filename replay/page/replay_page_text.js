// Numbers as text, and elements with text.
const ReplayText = (() => {
  const integer = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});

  const byId = (id) => document.getElementById(id);

  function element(name, text = '', className = '') {
    const result = document.createElement(name);
    result.textContent = text;
    if (className) result.className = className;
    return result;
  }

  // With a true minus sign, and none before zero.
  const signed = (value, digits) => {
    const text = Math.abs(value).toFixed(digits);
    return `${value < 0 && Number(text) > 0 ? '−' : ''}${text}`;
  };
  const metres = (value) => `${signed(value, Math.abs(value) < 0.1 ? 3 : 2)} m`;
  const seconds = (value) => `${value.toFixed(2)} s`;
  const precise = (value) => `${value.toFixed(6)} s`;
  const milliseconds = (value) => (value < 10 ? value.toFixed(2) : integer.format(value));

  // The smallest of the numbers 1, 2, 5, 10, 20, ... and their fractions that is not below `least`.
  function roundStep(least) {
    const power = 10 ** Math.floor(Math.log10(least));
    return power * [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9));
  }

  return {byId, element, integer, roundStep, signed, metres, seconds, precise, milliseconds};
})();
