import { MOST_SHARING } from '@chuma/contract/account/shared-phone'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'

/** Lets a member say with which relatives they share a phone, so that their accounts are not taken for one person's. */
export function SharedPhoneSection() {
  const t = useT()
  const query = trpc.account.getSharedPhone.useQuery()
  return (
    <Section title={t('sharedPhone.title')} text={t('sharedPhone.text')}>
      <QueryView query={query} skeleton={<Skeletons count={1} height={220} />}>
        {({ names }) => <SharedPhoneForm names={names} />}
      </QueryView>
    </Section>
  )
}

function SharedPhoneForm({ names }: { names: readonly string[] }) {
  const t = useT()
  const utils = trpc.useUtils()
  const form = useForm({
    initialValues: { names: Array.from({ length: MOST_SHARING }, (_, index) => names[index] ?? '') },
  })
  const save = trpc.account.declareSharedPhone.useMutation({
    networkMode: 'always',
    onSuccess: (saved) => {
      utils.account.getSharedPhone.setData(undefined, saved)
      showToast({ kind: 'success', title: t('sharedPhone.savedTitle'), message: t('sharedPhone.saved') })
    },
    onError: (error) =>
      showToast({
        kind: 'error',
        title: t('sharedPhone.failedTitle'),
        message: serverMessage(error, t('profile.offline')),
      }),
  })
  const submit = (values: { names: string[] }) =>
    save.mutate({ names: values.names.map((name) => name.trim()).filter((name) => name !== '') })
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        {form.values.names.map((_, index) => (
          <TextInput
            // biome-ignore lint/suspicious/noArrayIndexKey: four fields that never move
            key={index}
            label={t('sharedPhone.name', { number: index + 1 })}
            maxLength={40}
            autoComplete="off"
            {...form.getInputProps(`names.${index}`)}
          />
        ))}
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('sharedPhone.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
