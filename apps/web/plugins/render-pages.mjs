import { parentPort, workerData } from 'node:worker_threads'

// A thread of its own: what the pages keep for later (caches with their timers) would hold up the end of the build.
const { renderPage, listPageRoutes } = await import(workerData.renderer)
const pages = []
for (const path of workerData.visitorPaths) pages.push({ path, ...(await renderPage(path)) })
for (const path of workerData.memberPaths) pages.push({ path, ...(await renderPage(path, 'a member')) })
parentPort.postMessage({ pages, routes: listPageRoutes() })
process.exit()
