import { useEffect } from 'react'
import { brandName } from '../brand.ts'

const meta = document.querySelector<HTMLMetaElement>('meta[name=description]')
const siteDescription = meta?.content ?? ''

/** What the tab and a search result say of a page. Without a description of its own it has the site's. */
export function usePageTitle(title: string, description = siteDescription): void {
  useEffect(() => {
    document.title = `${title} · ${brandName}`
    if (meta) meta.content = description
  }, [title, description])
}
