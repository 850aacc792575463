import { useEffect } from 'react'
import { brandName } from '../brand.ts'

export function usePageTitle(title: string, description?: string): void {
  useEffect(() => {
    document.title = `${title} · ${brandName}`
    if (description) document.querySelector('meta[name=description]')?.setAttribute('content', description)
  }, [title, description])
}
