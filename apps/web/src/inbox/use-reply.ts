import type { MessageDetail } from '@chuma/contract/inbox/inbox'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { useT } from '../i18n/use-t.ts'
import { isApiError, trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'
import { useRefreshInbox } from './use-refresh-inbox.ts'

const MAX_SUBJECT = 150

/** Sends an answer to the message as it was read. `isOutdated`: it was refused, as somebody else was faster. */
export function useReply({ id, subject, version, email }: MessageDetail) {
  const t = useT()
  const refresh = useRefreshInbox()
  const showFailure = useShowFailure()
  const [isOutdated, setOutdated] = useState(false)
  const required = (text: string) => (text.trim() ? null : t('staff.required'))
  const form = useForm({
    initialValues: { subject: t('inbox.re', { subject }).slice(0, MAX_SUBJECT), text: '' },
    validate: { subject: required, text: required },
  })
  const reply = trpc.admin.replyToMessage.useMutation({
    onSuccess: async () => {
      setOutdated(false)
      form.reset()
      showToast({ kind: 'success', title: t('inbox.sent'), message: t('inbox.sentText', { email }) })
      await refresh()
    },
    onError: async (error) => {
      if (showFieldErrors(form, error)) return
      if (!isApiError(error) || error.data?.appCode !== 'MESSAGE_STATE') return showFailure(error)
      await refresh()
      setOutdated(true)
    },
  })
  // The version of what is on the screen: it is asked for again only by whoever looks at it.
  const send = (typed: { subject: string; text: string }) => reply.mutate({ id, version, ...typed })
  return { form, send, isPending: reply.isPending, isOutdated }
}
