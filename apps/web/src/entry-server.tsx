import { createMemoryHistory } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { App } from './app/app.tsx'
import { prerenderFor } from './auth/session.ts'
import { activateLanguage, type Language } from './i18n/i18n.ts'
import { createAppRouter } from './router.ts'
import { type PageHead, readPageHead } from './ui/page/status-screens.tsx'

export type RenderedPage = { body: string; head: PageHead; routeIds: string[] }

type Reader = { language: Language; token: string | null }

/** Render a page for the build, as a visitor or as a member whose data is unknown, with its lazy parts in place. */
export async function renderPage(path: string, { language, token }: Reader): Promise<RenderedPage> {
  prerenderFor(token)
  await activateLanguage(language)
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const { prelude } = await prerender(
    <StrictMode>
      <App router={router} linkToken={null} />
    </StrictMode>,
    // Otherwise React would stream longer parts after the page, with scripts that insert them.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const body = await new Response(prelude).text()
  return { body, head: readPageHead(), routeIds: router.state.matches.map(({ routeId }) => routeId) }
}

/** The patterns of all valid addresses, with their routes; the server answers 404 to any other. */
export function listPageRoutes(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(createAppRouter().routesByPath).map(([pattern, { id }]) => [pattern, id]),
  )
}
