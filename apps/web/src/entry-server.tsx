import { createMemoryHistory } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { App } from './app/app.tsx'
import { prerenderFor } from './auth/session.ts'
import { createAppRouter } from './router.ts'
import { type PageHead, readPageHead } from './ui/page/page-head.ts'

export type RenderedPage = { body: string; head: PageHead; routeIds: string[] }

/**
 * For the build only: a page as a visitor sees it, or as a member does of whom nothing is known yet, with everything that it
 * loads lazily in its place.
 */
export async function renderPage(path: string, token: string | null = null): Promise<RenderedPage> {
  prerenderFor(token)
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const { prelude } = await prerender(
    <StrictMode>
      <App router={router} linkToken={null} />
    </StrictMode>,
    // Otherwise React would send the longer parts of a page after it, with scripts that put them into their places.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const body = await new Response(prelude).text()
  return { body, head: readPageHead(), routeIds: router.state.matches.map(({ routeId }) => routeId) }
}

/** Patterns of all addresses that lead somewhere, each with its route; the server answers 404 to every other. */
export function listPageRoutes(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(createAppRouter().routesByPath).map(([pattern, { id }]) => [pattern, id]),
  )
}
