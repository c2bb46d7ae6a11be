"""What `first-contact.py` is made of: independent readers, the runs of the program, and the comparison."""
