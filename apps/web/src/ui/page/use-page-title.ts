import { useEffect } from 'react'
import { brandName } from '../../site/brand.ts'
import { notePageHead } from './page-head.ts'

const meta = import.meta.env.SSR ? null : document.querySelector<HTMLMetaElement>('meta[name=description]')
// A prerendered page begins with a description of its own, and keeps the site's beside it.
const siteDescription = meta?.dataset.site ?? meta?.content ?? ''

/** What the tab and a search result say of a page. Without a description of its own it has the site's. */
export function usePageTitle(title: string, description = siteDescription): void {
  if (import.meta.env.SSR) notePageHead({ title: `${title} · ${brandName}`, description })
  useEffect(() => {
    document.title = `${title} · ${brandName}`
    if (meta) meta.content = description
  }, [title, description])
}
