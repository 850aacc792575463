import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { dropDraft } from './draft.ts'
import type { ContactForm } from './find-problems.ts'
import { SENDING_MS } from './sending-ms.ts'

/**
 * Send a message once, however often the button is pressed, and report the outcome. On failure the form keeps its
 * values.
 */
export function useSendMessage(form: UseFormReturnType<ContactForm>) {
  const t = useT()
  const [isSending, setIsSending] = useState(false)
  const { mutateAsync } = trpc.inbox.sendMessage.useMutation({ networkMode: 'always' })

  const send = useSingleFlight(async (message: ContactForm) => {
    setIsSending(true)
    const [sending] = await Promise.allSettled([mutateAsync(message), pause(SENDING_MS)])
    setIsSending(false)
    if (sending.status === 'fulfilled') {
      dropDraft()
      form.reset()
      showToast({ kind: 'success', title: t('contact.sentTitle'), message: t('contact.sent') })
    } else if (!showFieldErrors(form, sending.reason)) {
      showToast({ kind: 'error', title: t('contact.failedTitle'), message: t('contact.failed') })
    }
  })
  return { send, isSending }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
