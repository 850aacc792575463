import { parentPort, workerData } from 'node:worker_threads'

// A thread of its own: what the pages keep for later (caches with their timers) would hold up the end of the build.
const { renderPage, listPagePatterns } = await import(workerData.renderer)
const pages = []
for (const path of workerData.paths) pages.push({ path, ...(await renderPage(path)) })
parentPort.postMessage({ pages, patterns: listPagePatterns() })
process.exit()
