// How Sphinx's search orders what it finds: by the title, then by the text of a page, then names of
// the reference. Sphinx's own order begins with these names.
var Scorer = {
  objNameMatch: 4,
  objPartialMatch: 1,
  objPrio: {0: 0, 1: 0, 2: 0},
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
