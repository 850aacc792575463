import type { DescribedLink } from '@chuma/contract/auth/security-links'
import { Button, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/use-t.ts'
import classes from './link-failure.module.css'

type Props = { link: DescribedLink; onContinue: () => void; onDecline: () => void }

/**
 * Asks before a link changes who is signed in here: a stranger can send a link to their own account, and what a person then
 * earns or enters would be the stranger's.
 */
export function LinkQuestion({ link, onContinue, onDecline }: Props) {
  const t = useT()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const question = t('linkAsks.title', { email: link.email })
  const [before, after] = question.split(link.email)
  return (
    <main className={classes.screen}>
      <Title order={1} ref={title} tabIndex={-1} aria-label={question}>
        {before}
        <span className={classes.address}>{link.email}</span>
        {after}
      </Title>
      <Text>{t('linkAsks.other')}</Text>
      <Text c="dimmed">{t('linkAsks.careful')}</Text>
      <div className={classes.actions}>
        <Button onClick={onContinue}>{t('linkAsks.continue')}</Button>
        <Button variant="default" onClick={onDecline}>
          {t('linkAsks.decline')}
        </Button>
      </div>
    </main>
  )
}
