import type { AttributeKey } from '@chuma/contract/profile/profile-attributes'
import { PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import type { Audience } from '@chuma/contract/surveys/eligibility/eligibility'
import { type Rule, rule as ruleSchema } from '@chuma/contract/surveys/eligibility/rule'
import { Alert, NativeSelect, Stack, Table } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { useT } from '../../i18n/use-t.ts'
import { sayCodes } from '../../profile/say-codes.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from './eligibility.module.css'
import { ANSWERED } from './rule-draft.ts'

const PAUSE_MS = 400

type Props = {
  surveyId: string
  rule: Rule | null
  /** It is not the saved one, and can be saved. */
  isNew: boolean
}

/** How many active members the rule fits, counted again after each change. */
export function AudiencePanel({ surveyId: id, rule, isNew }: Props) {
  const t = useT()
  const language = useLanguage()
  const [by, setBy] = useState<AttributeKey | undefined>()
  const [settled] = useDebouncedValue(rule, PAUSE_MS)
  const isWhole = settled === null || ruleSchema.safeParse(settled).success
  const query = trpc.admin.countAudience.useQuery(
    { id, by, rule: settled === null ? undefined : JSON.stringify(settled) },
    { enabled: isWhole, placeholderData: keepPreviousData },
  )
  return (
    <Section title={t('audience.title')} text={t('audience.text')}>
      <div aria-live="polite">
        {isWhole ? (
          <QueryView query={query} skeleton={<Skeletons count={1} height={120} />}>
            {(audience) => <Figures {...{ audience, by, isNew }} />}
          </QueryView>
        ) : (
          <p className={blocks.quiet}>{t('audience.failed')}</p>
        )}
      </div>
      <NativeSelect
        label={t('audience.by')}
        data={[
          { value: '', label: t('audience.byNothing') },
          ...ANSWERED.map((value) => ({ value, label: PROFILE_ATTRIBUTES[value].name[language] })),
        ]}
        value={by ?? ''}
        onChange={({ currentTarget }) => setBy(ANSWERED.find((key) => key === currentTarget.value))}
      />
    </Section>
  )
}

const number = new Intl.NumberFormat('en-KE', { maximumSignificantDigits: 3 })
const exact = new Intl.NumberFormat('en-KE')

type FiguresProps = { audience: Audience; by: AttributeKey | undefined; isNew: boolean }

function Figures({ audience, by, isNew }: FiguresProps) {
  const t = useT()
  const { active, reached, isEstimate, warning, second, basis, completesPerDay } = audience
  const say = (count: number) => (isEstimate ? number : exact).format(count)
  return (
    <>
      <p className={classes.figure}>
        {reached === null
          ? t('audience.hidden')
          : t(isEstimate ? 'audience.reachedAbout' : 'audience.reached', {
              count: say(reached.members),
              active: say(active.members),
              low: say(reached.low),
              high: say(reached.high),
            })}
      </p>
      <Warnings {...{ warning, second: isNew ? second : null }} />
      {completesPerDay !== null && (
        <p className={blocks.flush}>{t('audience.perDay', { count: number.format(completesPerDay) })}</p>
      )}
      <p className={blocks.quiet}>{t(basis.completed > 0 ? 'audience.basis' : 'audience.noBasis', basis)}</p>
      {by && audience.cells.length > 0 && <Cells audience={audience} by={by} say={say} />}
    </>
  )
}

function Warnings({ warning, second }: Pick<Audience, 'warning' | 'second'>) {
  const t = useT()
  if (!warning && !second) return null
  return (
    <Stack gap="xs">
      {warning && <Alert color="gold">{t(`audience.${warning}`)}</Alert>}
      {second && (
        <Alert color="gold">
          {t(second.isCertain ? 'audience.second' : 'audience.secondMaybe', {
            count: exact.format(second.below),
          })}
        </Alert>
      )}
    </Stack>
  )
}

type CellsProps = { audience: Audience; by: AttributeKey; say: (count: number) => string }

function Cells({ audience: { cells }, by, say }: CellsProps) {
  const t = useT()
  const language = useLanguage()
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('audience.cell')}</Table.Th>
          <Table.Th>{t('audience.members')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {cells.map(({ code, members }) => (
          <Table.Tr key={code}>
            <Table.Td>{sayCodes(by, [code], language)}</Table.Td>
            <Table.Td>{members === null ? t('audience.few') : say(members.members)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
