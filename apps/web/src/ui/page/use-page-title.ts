import { useEffect } from 'react'
import { brandName } from '../../site/brand.ts'
import { notePageHead } from './page-head.ts'

const meta = import.meta.env.SSR ? null : document.querySelector<HTMLMetaElement>('meta[name=description]')
// A prerendered page starts with its own description, so the site's is kept in another attribute.
const siteDescription = meta?.dataset.site ?? meta?.content ?? ''

/**
 * Set the page's title and description, for tabs and search results. Without its own description the page uses the
 * site's.
 */
export function usePageTitle(title: string, description = siteDescription): void {
  if (import.meta.env.SSR) notePageHead({ title: `${title} · ${brandName}`, description })
  useEffect(() => {
    document.title = `${title} · ${brandName}`
    if (meta) meta.content = description
  }, [title, description])
}
