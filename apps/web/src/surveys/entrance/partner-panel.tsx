import { Button, Text, Title } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Panel } from '../../ui/page/panel.tsx'
import classes from './partner-panel.module.css'

type Props = {
  url: string
  /** Whether the partner's page opened in its tab. If not, the member opens it with a link. */
  isOpened: boolean
}

/** The survey continues at the partner's site. */
export function PartnerPanel({ url, isOpened }: Props) {
  const t = useT()
  const [isPressed, setPressed] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useGoHome(isOpened || isPressed)
  return (
    <Panel className={classes.panel}>
      <IconExternalLink className={classes.icon} aria-hidden />
      <Title order={2} size="h3" ref={heading} tabIndex={-1} className={classes.title}>
        {t(isOpened ? 'surveyForm.openedTitle' : 'surveyForm.blockedTitle')}
      </Title>
      <Text>{t(isOpened ? 'surveyForm.openedText' : 'surveyForm.blockedText')}</Text>
      {!isOpened && (
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => setPressed(true)}
        >
          {t('surveyForm.open')}
        </Button>
      )}
    </Panel>
  )
}

/** SPEC's delay between opening the partner's tab and going home. */
const REDIRECT_DELAY_MS = 1000

/** Go home shortly after the partner's page has opened, and say who confirms the survey. */
function useGoHome(isOpened: boolean): void {
  const t = useT()
  const navigate = useNavigate()
  useEffect(() => {
    if (!isOpened) return
    const timer = setTimeout(() => {
      showToast({ title: t('surveyForm.openedTitle'), message: t('surveyForm.confirms') })
      void navigate({ to: '/', replace: true })
    }, REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isOpened, navigate, t])
}
