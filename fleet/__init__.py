"""Replays the recordings of a fleet on many processes or machines, and compares two such replays. See docs/fleet.md."""
