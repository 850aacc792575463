import type { Person } from '@chuma/contract/admin/people'
import type { CreateStaffInput, IssuedPassword } from '@chuma/contract/admin/staff'
import { Button, Stack, TextInput, Title } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import classes from '../list.module.css'
import { PersonField } from './person-field.tsx'
import { RoleField } from './role-field.tsx'
import { useIssueForm } from './use-issue-form.ts'

const EMPTY: CreateStaffInput & { email: string } = {
  username: '',
  role: 'analyst',
  personId: null,
  email: '',
}

type Props = { people: Person[]; onIssued: (issued: IssuedPassword) => void }

export function CreateStaffForm({ people, onIssued }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const { form, handlers, submitWith } = useIssueForm<typeof EMPTY, IssuedPassword>({
    initialValues: EMPTY,
    validate: { username: (username) => (username.trim() ? null : t('staff.required')) },
    refusedField: 'username',
    onIssued,
    refresh: () => Promise.all([utils.admin.listStaff.invalidate(), utils.admin.listPeople.invalidate()]),
  })
  const create = trpc.admin.createStaff.useMutation(handlers)
  return (
    <form
      className={classes.add}
      onSubmit={submitWith(({ email, ...values }) => create.mutate({ ...values, email: email || undefined }))}
      noValidate
    >
      <Stack maw="28rem">
        <Title order={3} size="h4">
          {t('staffList.add')}
        </Title>
        <TextInput
          label={t('staffList.username')}
          description={t('staffList.usernameHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <TextInput
          type="email"
          label={t('staffEmail.optional')}
          description={t('staffEmail.hint')}
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <RoleField value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
        <PersonField
          people={people}
          value={form.values.personId ?? null}
          onChange={(personId) => form.setFieldValue('personId', personId)}
        />
        <div>
          <Button type="submit" disabled={create.isPending}>
            {t(create.isPending ? 'staffList.creating' : 'staffList.create')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
