const NONCE = 'nonce="__CSP_NONCE__"'
const MAIN = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/
const PRELOADS = /<link rel="modulepreload"([^>]*) href="/g

/** Starts the scripts even if the browser never reports a paint, or the page is never visible. */
const LONGEST_WAIT_MS = 3000

/**
 * Load a prerendered page's scripts after its first paint. On a slow network they would compete with what is already
 * visible; from the cache, a slow phone would run them before painting. A hidden page, or one in the background, starts
 * at once.
 *
 * @param reader whose page it is, as the script in index.html sets `data-other`
 */
export function startAfterPaint(html: string, reader: 'member' | undefined): string {
  const main = MAIN.exec(html)?.[1]
  if (main === undefined) throw new Error('The page has no entry script')
  return html
    .replace(MAIN, '')
    .replaceAll(PRELOADS, '<link$1 data-file="')
    .replace('</head>', () => `<script ${NONCE}>${compose(main, reader)}</script></head>`)
}

/** The nonce is for browsers without 'strict-dynamic'. */
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
