// A worker of its own: the first number or date that a page writes takes a slow phone a tenth of a second, for what the browser
// reads for it then. It reads that once for all of a page's threads, so here it is in nobody's way.
new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium', timeStyle: 'short' }).format(0)
new Intl.NumberFormat('en-KE').format(0)
close()

export {}
