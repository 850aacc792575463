import { parentPort, workerData } from 'node:worker_threads'

// Runs in its own thread: the timers of the pages' caches would keep the build from ending.
const { renderPage, listPageRoutes } = await import(workerData.renderer)
const pages = []
for (const path of workerData.visitorPaths) pages.push({ path, ...(await renderPage(path)) })
for (const path of workerData.memberPaths) pages.push({ path, ...(await renderPage(path, 'a member')) })
parentPort.postMessage({ pages, routes: listPageRoutes() })
process.exit()
