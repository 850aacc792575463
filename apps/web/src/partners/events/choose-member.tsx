import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'

export type Chosen = { id: string; name: string }

const TYPING_MS = 300
const SHORTEST = 3

/** Finds a member by what somebody knows of him. */
export function ChooseMember({ onChoose }: { onChoose: (member: Chosen) => void }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS)
  const found = trpc.admin.listMembers.useQuery({ search, limit: 5 }, { enabled: search.length >= SHORTEST })
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        label={t('partnerEvents.findMember')}
        description={t('partnerEvents.findMemberHint')}
        maxLength={100}
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div role="status">{found.data?.length === 0 && <Text>{t('partnerEvents.nobody')}</Text>}</div>
      {found.data?.map(({ id, firstName, lastName, email }) => {
        const name = `${firstName} ${lastName}, ${email}`
        return (
          <Button key={id} variant="default" justify="flex-start" onClick={() => onChoose({ id, name })}>
            {name}
          </Button>
        )
      })}
    </Stack>
  )
}
