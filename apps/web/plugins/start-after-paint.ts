const NONCE = 'nonce="__CSP_NONCE__"'
const MAIN = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/
const PRELOADS = /<link rel="modulepreload"([^>]*) href="/g

/** Starts the scripts even if the browser never reports a paint, or the page is never visible. */
const LONGEST_WAIT_MS = 3000

type Options = {
  /** Whose page it is, as the script in index.html sets `data-other`. */
  reader: 'member' | undefined
  /** The page's own script, if it does without the application (`site/islands/wake-page.ts`). */
  ownScript: string | undefined
}

/**
 * Load a prerendered page's scripts after its first paint. On a slow network they would compete with what is already
 * visible; from the cache, a slow phone would run them before painting. A hidden page, or one in the background, starts
 * at once. A page with its own script starts the application only for a reader who gets another page here.
 */
export function startAfterPaint(html: string, { reader, ownScript }: Options): string {
  const main = MAIN.exec(html)?.[1]
  if (main === undefined) throw new Error('The page has no entry script')
  const decide = ownScript === undefined ? startWhenPainted(reader) : wakeOrStart(ownScript)
  return html
    .replace(MAIN, '')
    .replaceAll(PRELOADS, '<link$1 data-file="')
    .replace('</head>', () => `<script ${NONCE}>{\n${composeStart(main)}\n${decide}\n}</script></head>`)
}

/** The nonce is for browsers without 'strict-dynamic'. */
function composeStart(main: string): string {
  return squeeze(`const { dataset } = document.documentElement
  const { nonce } = document.currentScript
  const once = (work) => {
    let isDone = false
    return () => {
      if (isDone) return
      isDone = true
      work()
    }
  }
  const preload = once(() => {
    const { lang } = document.documentElement
    for (const link of document.querySelectorAll("link[data-file]:not([data-words]), link[data-words=" + lang + "]")) {
      setTimeout(() => {
        link.href = link.dataset.file
        link.rel = "modulepreload"
      })
    }
  })
  const start = once(() => {
    const script = document.createElement("script")
    script.type = "module"
    script.crossOrigin = ""
    script.nonce = nonce
    script.src = "${main}"
    preload()
    const whole = [...document.querySelectorAll("link[data-whole]")].map((link) => new Promise((done) => {
      link.onload = link.onerror = done
      link.media = "all"
      link.disabled = false
    }))
    if (whole.length === 0) document.head.append(script)
    else Promise.all(whole).then(() => document.head.append(script))
  })`)
}

function startWhenPainted(reader: string | undefined): string {
  return squeeze(`const isShown = dataset.other === ${JSON.stringify(reader)} && !document.hidden
  if (isShown && window.PerformanceObserver?.supportedEntryTypes?.includes("paint")) {
    new PerformanceObserver((seen) => {
      if (seen.getEntriesByName("first-contentful-paint").length) start()
    }).observe({ type: "paint", buffered: true })
    document.addEventListener("visibilitychange", start)
    setTimeout(start, ${LONGEST_WAIT_MS})
  } else start()`)
}

/** The application runs for members, mailed links, addresses with parameters, and a page that has something to say. */
function wakeOrStart(ownScript: string): string {
  return (
    squeeze(`let isForApp = true
  try {
    const isMember = localStorage.getItem("userToken")
    isForApp = isMember || dataset.other === "link" || location.search || history.state?.deletionDueAt
  } catch {}
  if (isForApp) start()
  else document.addEventListener("DOMContentLoaded", () => {
    const app = { start, preload };
    `) +
    ownScript.trim() +
    '\n})'
  )
}

function squeeze(script: string): string {
  return script.replaceAll(/\n\s*/g, '\n')
}
