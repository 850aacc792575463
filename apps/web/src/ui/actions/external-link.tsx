import { isSafeUrl } from '@chuma/contract/safe-url'
import { VisuallyHidden } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import classes from './external-link.module.css'

/** A link off this site, in its own tab without access to this one. */
export function ExternalLink({ href, children }: { href: string; children: string }) {
  const t = useT()
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={classes.link}>
      {children}
      <IconExternalLink aria-hidden size={20} />
      <VisuallyHidden>{t('tasks.opensNewTab')}</VisuallyHidden>
    </a>
  )
}

/**
 * Open an external page in a new tab without access to this one, and return whether the browser allowed it. With
 * `noopener` the browser does not say, so the tab opens empty and is detached before it navigates. An empty tab
 * inherits this site's policy of sending no referrer.
 */
export function openTab(url: string): boolean {
  if (!isSafeUrl(url)) throw new Error('Not an address to open')
  const tab = window.open('', '_blank')
  if (!tab) return false
  tab.opener = null
  tab.location.replace(url)
  return true
}
