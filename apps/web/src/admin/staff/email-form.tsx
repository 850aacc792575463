import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { useShowRefusal } from '../use-show-refusal.ts'

type Props = {
  /** The account, for an owner. Without it, the caller's own. */
  id?: string
  email: string | null
  onSaved?: () => void
}

/** Where a staff account's mail goes. An empty field removes the address. */
export function EmailForm({ id, email, onSaved }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const form = useForm({ initialValues: { email: email ?? '' } })
  const handlers = {
    onError: useShowRefusal(form, 'email'),
    onSuccess: async () => {
      const message = email === null ? '' : t('staffEmail.savedText')
      showToast({ kind: 'success', title: t('staffEmail.saved'), message })
      onSaved?.()
      await Promise.all([utils.admin.listStaff.invalidate(), utils.admin.getStaffMember.invalidate()])
    },
  }
  const setOwn = trpc.admin.setOwnEmail.useMutation(handlers)
  const setOther = trpc.admin.setStaffEmail.useMutation(handlers)
  const typed = form.values.email.trim() || null
  const save = () => (id ? setOther.mutate({ id, email: typed }) : setOwn.mutate({ email: typed }))
  return (
    <form onSubmit={form.onSubmit(save, focusFirstError(form))} noValidate>
      <Stack maw="28rem">
        <TextInput
          type="email"
          label={t('staffEmail.label')}
          description={t('staffEmail.hint')}
          autoComplete={id ? 'off' : 'email'}
          {...form.getInputProps('email')}
        />
        <div>
          <Button type="submit" disabled={typed === email} loading={setOwn.isPending || setOther.isPending}>
            {t('staffEmail.save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
