"""Published vectors of the format: JSON that any program can read, and the script that writes it."""
