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
