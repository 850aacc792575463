import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { FootBar } from './foot-bar.tsx'
import { startWorker } from './start-worker.ts'

/**
 * Starts the service worker. Asks the member when a new version waits; the page never reloads without their consent.
 */
export function WorkerBar() {
  const t = useT()
  const [update, setUpdate] = useState<{ apply: () => void } | null>(null)
  // Do not interrupt a survey.
  const isAnswering = useLocation({ select: ({ pathname }) => /^\/survey(-form|\/)/.test(pathname) })
  useEffect(() => startWorker((apply) => setUpdate({ apply })), [])
  return (
    <FootBar
      text={update && !isAnswering ? t('update.ready') : null}
      action={
        <>
          <Button onClick={update?.apply}>{t('update.reload')}</Button>
          <Button variant="default" onClick={() => setUpdate(null)}>
            {t('update.later')}
          </Button>
        </>
      }
    />
  )
}
