import { parentPort, workerData } from 'node:worker_threads'

// Runs in its own thread: the timers of the pages' caches would keep the build from ending.
const { renderPage, listPageRoutes } = await import(workerData.renderer)
const pages = []
const render = async (path, language, token = null) => {
  pages.push({ path, language, ...(await renderPage(path, { language, token })) })
}
for (const path of workerData.visitorPaths) await render(path, 'en')
for (const path of workerData.memberPaths) await render(path, 'en', 'a member')
for (const path of workerData.swahiliPaths) await render(path, 'sw')
parentPort.postMessage({ pages, routes: listPageRoutes() })
process.exit()
