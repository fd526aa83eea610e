"""Many tables at once: a hall that follows a broker, keeps the standings of an event, and shows all of it."""
