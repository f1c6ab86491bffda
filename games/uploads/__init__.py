"""Games that were played elsewhere: records in GCG that people bring along, and whose they are."""
