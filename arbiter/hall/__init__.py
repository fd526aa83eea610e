"""Many tables at once: a hall follows a broker, keeps an event's standings, and shows everything on a
page."""
