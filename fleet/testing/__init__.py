"""What the tests of the fleet need: scenes from a seed, faults on purpose."""
