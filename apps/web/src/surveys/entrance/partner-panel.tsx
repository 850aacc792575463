import { Button, Text, Title } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Panel } from '../../ui/page/panel.tsx'
import classes from './partner-panel.module.css'
import { useGoHome } from './use-go-home.ts'

type Props = {
  url: string
  /** Whether the partner's page is open in its tab. If not, the member opens it himself. */
  isOpened: boolean
}

/** The survey goes on at the partner's. */
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
