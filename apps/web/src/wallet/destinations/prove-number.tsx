import { toKenyanNumber } from '@chuma/contract/wallet/networks'
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ProveNumberSteps } from './prove-number-steps.tsx'
import type { Proven } from './use-confirm-code.ts'

/** The button beside an M-Pesa number, and the dialog that proves it with a code by text. */
export function ProveNumber({ number }: { number: string }) {
  const t = useT()
  const [isOpen, dialog] = useDisclosure(false)
  const [proven, setProven] = useState<Proven | null>(null)
  const typed = toKenyanNumber(number)
  if (typed === null) return null
  if (proven?.number === typed) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {t(proven.outcome === 'proven' ? 'prove.proven' : 'prove.inReview')}
      </Text>
    )
  }
  const finish = (done: Proven) => {
    setProven(done)
    dialog.close()
  }
  return (
    <div>
      <Button variant="light" onClick={dialog.open}>
        {t('prove.open')}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={t('prove.title')}>
        <ProveNumberSteps number={typed} onDone={finish} />
      </Dialog>
    </div>
  )
}
