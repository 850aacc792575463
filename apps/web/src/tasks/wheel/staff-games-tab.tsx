import { formatKes } from '@chuma/contract/format-money'
import { expectedSpinPoints, spinChances } from '@chuma/contract/tasks/expected-spin'
import type { AdminGames } from '@chuma/contract/tasks/games'
import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconChartDonut, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { Amount, formatPoints } from '../../ui/figures/amount.tsx'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { useMay } from '../../ui/frame/staff-member.tsx'
import { Panel } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { PageTurner, usePages } from '../../ui/states/staff-lists.tsx'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { GameSwitch, inHundredths, useChangeEconomy } from '../game-switch.tsx'
import classes from '../games.module.css'

/** The same as the tab, on its own page. */
export function GamesPage() {
  const t = useT()
  return <AdminFrame title={t('staffNav.games')}>{() => <StaffGamesTab />}</AdminFrame>
}

/** SPEC §2, admin dashboard: the spin wheel. */
export function StaffGamesTab() {
  const t = useT()
  const query = trpc.admin.getGames.useQuery(undefined, { staleTime: 0 })
  return (
    <>
      <Section title={t('gamesTab.wheel')} text={t('gamesTab.wheelText')}>
        <QueryView query={query} skeleton={<Skeletons count={3} height={110} />}>
          {(games) => (
            <>
              <GameSwitch game="wheel" games={games} />
              <WheelFigures games={games} />
              <WheelTable games={games} />
            </>
          )}
        </QueryView>
      </Section>
      <SpinList kesPerPoint={query.data?.kesPerPoint} />
    </>
  )
}

/** The wheel's segments with their odds. Owners can edit them. */
function WheelTable({ games }: { games: AdminGames }) {
  const t = useT()
  const mayChange = useMay('economy:manage')
  const [isEditing, editing] = useDisclosure(false)
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <caption>{t('gamesTab.table')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('word.points')}</th>
              <th scope="col">{t('gamesTab.weight')}</th>
              <th scope="col">{t('gamesTab.chance')}</th>
            </tr>
          </thead>
          <tbody>
            {games.wheel.segments.map(({ points, weight, chancePercent }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its position on the wheel
              <tr key={index}>
                <td>{formatPoints(t, points)}</td>
                <td>{weight}</td>
                <td>{t('gamesTab.percent', { percent: inHundredths(chancePercent) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mayChange && (
        <Button variant="default" onClick={editing.open}>
          {t('gamesTab.editTable')}
        </Button>
      )}
      {isEditing && <WheelDialog games={games} onClose={editing.close} />}
    </>
  )
}

/** The wheel's average payout, its cost compared with premium's price, and its actual results. */
function WheelFigures({ games }: { games: AdminGames }) {
  const t = useT()
  const { wheel, kesPerPoint, premiumKesPerMonth } = games
  return (
    <div className={classes.figures}>
      <StatGrid label={t('gamesTab.numbers')} isStacked>
        <StatCard label={t('gamesTab.expected')}>
          <Amount points={inHundredths(wheel.expectedPoints)} kes={wheel.expectedKes} />
        </StatCard>
        <StatCard label={t('gamesTab.cost')}>
          {formatKes(wheel.perMemberMonthKes)}
          <span className={classes.more}>
            {t('gamesTab.costText', { price: formatKes(premiumKesPerMonth) })}
          </span>
        </StatCard>
        <StatCard label={t('gamesTab.today')}>
          <Usage usage={wheel.today} kesPerPoint={kesPerPoint} />
        </StatCard>
        <StatCard label={t('gamesTab.last30Days')}>
          <Usage usage={wheel.last30Days} kesPerPoint={kesPerPoint} />
        </StatCard>
      </StatGrid>
      {wheel.perMemberMonthKes > premiumKesPerMonth && (
        <p className={classes.warning}>
          <IconAlertTriangle aria-hidden size={20} />
          {t('gamesTab.dear')}
        </p>
      )}
    </div>
  )
}

type UsageProps = { usage: { spins: number; points: number }; kesPerPoint: number }

function Usage({ usage: { spins, points }, kesPerPoint }: UsageProps) {
  const t = useT()
  return (
    <>
      {t('gamesTab.spins', { count: spins })}
      <span className={classes.more}>
        <Amount points={points} kes={points * kesPerPoint} size="sm" />
      </span>
    </>
  )
}

const PAGE_SIZE = 20

/** The spins and their wins, newest first. */
function SpinList({ kesPerPoint }: { kesPerPoint: number | undefined }) {
  const t = useT()
  const pages = usePages(PAGE_SIZE)
  const query = trpc.admin.listSpins.useQuery(pages.input, {
    staleTime: 0,
    placeholderData: (before) => before,
  })
  return (
    <Section title={t('gamesTab.recent')}>
      <QueryView query={query} skeleton={<Skeletons count={5} height={44} />}>
        {(spins) =>
          spins.length === 0 ? (
            <EmptyState
              icon={<IconChartDonut />}
              title={t('gamesTab.noSpins')}
              text={t('gamesTab.noSpinsText')}
            />
          ) : (
            <>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
              <section className={classes.scroll} aria-label={t('gamesTab.recent')} tabIndex={0}>
                <table className={classes.table}>
                  <thead>
                    <tr>
                      <th scope="col">{t('word.member')}</th>
                      <th scope="col">{t('word.points')}</th>
                      <th scope="col">{t('gamesTab.when')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {spins.map(({ id, userName, points, spunAt }) => (
                      <tr key={id}>
                        <td>{userName}</td>
                        <td>
                          <Amount points={points} kes={points * (kesPerPoint ?? 0)} size="sm" />
                        </td>
                        <td>
                          <TimeAgo date={spunAt} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
              <PageTurner pages={pages} rows={spins} />
            </>
          )
        }
      </QueryView>
    </Section>
  )
}

/** Edits the wheel's segments, showing what a spin would pay on average. */
function WheelDialog({ games, onClose }: { games: AdminGames; onClose: () => void }) {
  const t = useT()
  const [isStale, setStale] = useState(false)
  const form = useForm<WheelForm>({
    initialValues: {
      segments: games.wheel.segments.map(({ points, weight }) => ({ points, weight })),
      reason: '',
    },
    validate: {
      segments: {
        points: (points) => (isWholeFrom(points, 0) ? null : t('gamesTab.pointsWrong')),
        weight: (weight) => (isWholeFrom(weight, 1) ? null : t('gamesTab.weightWrong')),
      },
      reason: (reason) => (reason.trim() ? null : t('economy.reasonMissing')),
    },
  })
  const { change, isPending } = useChangeEconomy(games.economyVersion, {
    said: t('gamesTab.tableSaved'),
    onDone: onClose,
    onStale: () => setStale(true),
    form,
  })
  const submit = ({ segments, reason }: WheelForm) =>
    change({ changes: { spinTable: segments.map(toSegment) }, reason })
  return (
    <FormDialog
      onClose={onClose}
      title={t('gamesTab.editTable')}
      action={t('word.save')}
      isPending={isPending}
      form={form}
      onSend={submit}
    >
      {isStale && <TableNow games={games} />}
      <SegmentFields form={form} />
      <WouldPay games={games} form={form.values} />
      <TextInput
        label={t('word.reason')}
        description={t('catalogue.reasonHint')}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}

const isWholeFrom = (value: number | string, least: number) =>
  value !== '' && Number.isInteger(Number(value)) && Number(value) >= least

const toSegment = ({ points, weight }: WheelForm['segments'][number]) => ({
  points: Number(points),
  weight: Number(weight),
})

function WouldPay({ games, form }: { games: AdminGames; form: WheelForm }) {
  const t = useT()
  const value = expectedSpinPoints(form.segments.map(toSegment).filter(({ weight }) => weight > 0))
  const points = (amount: number) => formatPoints(t, inHundredths(amount))
  return (
    <Text role="status">
      {t('gamesTab.wouldPay', {
        points: points(value),
        kes: formatKes(value * games.kesPerPoint),
        before: points(games.wheel.expectedPoints),
      })}
    </Text>
  )
}

/** Of the record that was reloaded: the next save is based on it. */
function TableNow({ games }: { games: AdminGames }) {
  const t = useT()
  const table = games.wheel.segments.map(({ points, weight }) => `${points}\u00d7${weight}`).join(', ')
  return (
    <Panel tone="earning" role="alert">
      <Text fw={600}>{t('gamesTab.tableChanged')}</Text>
      <Text size="sm">{t('gamesTab.tableNow', { table })}</Text>
    </Panel>
  )
}

/** An emptied number field holds an empty text. */
type WheelForm = {
  segments: { points: number | string; weight: number | string }[]
  reason: string
}

const MIN_SEGMENTS = 2
const MAX_SEGMENTS = 24

function SegmentFields({ form }: { form: UseFormReturnType<WheelForm> }) {
  const t = useT()
  const { segments } = form.values
  const chances = spinChances(
    segments.map(({ weight }) => ({ points: 0, weight: Math.max(0, Number(weight) || 0) })),
  )
  return (
    <div>
      <div aria-hidden className={`${classes.segment} ${classes.segmentHead}`}>
        <span>{t('word.points')}</span>
        <span>{t('gamesTab.weight')}</span>
        <span className={classes.percent}>{t('gamesTab.chance')}</span>
      </div>
      <ol className={classes.segments} aria-label={t('gamesTab.table')}>
        {segments.map((_, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the form addresses its fields by position
            key={index}
            className={classes.segment}
          >
            <NumberInput
              aria-label={t('gamesTab.pointsOf', { number: index + 1 })}
              allowDecimal={false}
              {...form.getInputProps(`segments.${index}.points`)}
            />
            <NumberInput
              aria-label={t('gamesTab.weightOf', { number: index + 1 })}
              allowDecimal={false}
              {...form.getInputProps(`segments.${index}.weight`)}
            />
            <span className={classes.percent}>
              {t('gamesTab.percent', { percent: inHundredths(chances[index] ?? 0) })}
            </span>
            <ActionIcon
              variant="subtle"
              color="red"
              size={44}
              aria-label={t('gamesTab.remove', { number: index + 1 })}
              disabled={segments.length <= MIN_SEGMENTS}
              onClick={() => form.removeListItem('segments', index)}
            >
              <IconTrash aria-hidden size={20} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {segments.length < MAX_SEGMENTS && (
        <Button
          variant="subtle"
          leftSection={<IconPlus aria-hidden size={20} />}
          onClick={() => form.insertListItem('segments', { points: 0, weight: 1 })}
        >
          {t('gamesTab.add')}
        </Button>
      )}
    </div>
  )
}
