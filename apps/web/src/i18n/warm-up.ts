// Runs in its own worker: formatting the first number or date takes a slow phone a tenth of a second, because the
// browser loads locale data. It loads once for all threads, so here it delays nothing.
new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium', timeStyle: 'short' }).format(0)
new Intl.NumberFormat('en-KE').format(0)
close()

export {}
