import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../dialogs/show-toast.ts'

/** Copies a text to the clipboard and says so. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useT()
  const { copy, copied, error } = useClipboard({ timeout: 3000 })
  useEffect(() => {
    if (error) showToast({ kind: 'error', title: t('copy.failed') })
  }, [error, t])
  return (
    <Button
      variant="default"
      px="md"
      leftSection={copied ? <IconCheck aria-hidden size={20} /> : <IconCopy aria-hidden size={20} />}
      onClick={() => copy(text)}
    >
      <span aria-live="polite">{copied ? t('copy.done') : (label ?? t('copy.action'))}</span>
    </Button>
  )
}
