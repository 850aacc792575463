const NONCE = 'nonce="__CSP_NONCE__"'
const MAIN = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/
const PRELOADS = /<link rel="modulepreload"([^>]*) href="/g

/** Where a browser does not say when it has painted, or a page is never looked at. */
const LONGEST_WAIT_MS = 3000

/**
 * Has a prerendered page ask for its scripts once it has been painted. What it looks like is in the page: on a slow network
 * they would take from it what there is, and when they are at hand already, a slow phone would run them first. A page that
 * is hidden from who reads it, or that lies in the background, has nothing to wait for.
 *
 * @param reader whose page it is, as the script in index.html names him in `data-other`
 */
export function startAfterPaint(html: string, reader: 'member' | undefined): string {
  const main = MAIN.exec(html)?.[1]
  if (main === undefined) throw new Error('The page has no script of its own')
  return html
    .replace(MAIN, '')
    .replaceAll(PRELOADS, '<link$1 data-file="')
    .replace('</head>', () => `<script ${NONCE}>${compose(main, reader)}</script></head>`)
}

/** The nonce is for browsers that do not know 'strict-dynamic'. */
function compose(main: string, reader: string | undefined): string {
  return `{
  const { dataset, lang } = document.documentElement
  const { nonce } = document.currentScript
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    const script = document.createElement("script")
    script.type = "module"
    script.crossOrigin = ""
    script.nonce = nonce
    script.src = "${main}"
    document.head.append(script)
    for (const link of document.querySelectorAll("link[data-file]:not([data-words]), link[data-words=" + lang + "]")) {
      setTimeout(() => {
        link.href = link.dataset.file
        link.rel = "modulepreload"
      })
    }
  }
  const isShown = dataset.other === ${JSON.stringify(reader)} && !document.hidden
  if (isShown && window.PerformanceObserver?.supportedEntryTypes?.includes("paint")) {
    new PerformanceObserver((seen) => {
      if (seen.getEntriesByName("first-contentful-paint").length) start()
    }).observe({ type: "paint", buffered: true })
    document.addEventListener("visibilitychange", start)
    setTimeout(start, ${LONGEST_WAIT_MS})
  } else start()
}`.replaceAll(/\n\s*/g, '\n')
}
