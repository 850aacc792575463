import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'

const TYPING_MS = 300
const SHOWN = 10

type Props = { memberId: string; chosen: string; onChoose: (clickId: string) => void }

export function ChooseClick({ memberId, chosen, onChoose }: Props) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS)
  const clicks = trpc.partners.listMemberClicks.useQuery(
    { memberId, ...(q && { q }) },
    { placeholderData: keepPreviousData },
  )
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        label={t('partnerEvents.findClick')}
        description={t('partnerEvents.findClickHint')}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <QueryView query={clicks} skeleton={<Skeletons count={2} height={44} />}>
        {(rows) =>
          rows.length === 0 ? (
            <Text role="status">{t('partnerEvents.noClicks')}</Text>
          ) : (
            <Radio.Group label={t('partnerEvents.choose')} value={chosen} onChange={onChoose}>
              <Stack gap="xs" mt="xs">
                {rows.slice(0, SHOWN).map(({ id, title, clickedAt, state }) => (
                  <Radio
                    key={id}
                    value={id}
                    label={title}
                    description={`${formatDateTime(clickedAt)} · ${t(`clickState.${state}`)}`}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )
        }
      </QueryView>
    </Stack>
  )
}
