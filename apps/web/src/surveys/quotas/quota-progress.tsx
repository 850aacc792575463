import type { SurveyQuotas } from '@chuma/contract/surveys/quotas/quotas'
import { Alert, Button } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { useShowOfferFailure } from '../offers/use-show-offer-failure.ts'
import classes from './quotas.module.css'

type Props = { id: string; quotas: SurveyQuotas; isManager: boolean }

/** The places of each cell. */
export function QuotaProgress({ id, quotas, isManager }: Props) {
  const t = useT()
  const { acceptedCount, total, surplusCount, title, isPaused } = quotas
  return (
    <Section title={title} text={t('quotas.progressText', { accepted: acceptedCount, total })}>
      {isPaused && <Paused id={id} version={quotas.version} isManager={isManager} />}
      {surplusCount > 0 && (
        <p className={`${blocks.flush} ${blocks.quiet}`}>{t('quotas.surplus', { count: surplusCount })}</p>
      )}
      <ul className={classes.cells} aria-label={t('quotas.cells')}>
        {quotas.cells.map((cell) => (
          <Cell key={cell.id} cell={cell} dimensions={quotas.dimensions} />
        ))}
      </ul>
    </Section>
  )
}

type CellProps = { cell: SurveyQuotas['cells'][number]; dimensions: SurveyQuotas['dimensions'] }

function Cell({ cell: { groups, target, reserved, answered, accepted, finishesAt }, dimensions }: CellProps) {
  const t = useT()
  const name = groups.map(
    (code, place) => dimensions[place]?.groups.find((group) => group.code === code)?.label ?? code,
  )
  const widthOf = (count: number) => `${target === 0 ? 0 : Math.min(100, (100 * count) / target)}%`
  const isFull = accepted !== null && accepted >= target
  return (
    <li className={classes.cell}>
      <span>{name.join(' · ') || t('quotas.everyone')}</span>
      <span className={classes.count}>
        {accepted === null ? t('quotas.hidden', { target }) : t('quotas.of', { accepted, target })}
      </span>
      <span className={classes.track} aria-hidden>
        <span className={classes.accepted} style={{ width: widthOf(accepted ?? 0) }} />
        <span className={classes.waiting} style={{ width: widthOf((answered ?? 0) + (reserved ?? 0)) }} />
      </span>
      <small>
        {reserved !== null && answered !== null && t('quotas.waiting', { reserved, answered })}{' '}
        {isFull ? t('quotas.full') : finishesAt && t('quotas.finishes', { date: formatDay(finishesAt) })}
      </small>
    </li>
  )
}

function Paused({ id, version, isManager }: { id: string; version: number; isManager: boolean }) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowOfferFailure()
  const release = trpc.admin.releaseQuotas.useMutation({
    onSuccess: (saved) => utils.admin.getQuotas.setData({ id }, saved),
    onError: showFailure,
  })
  return (
    <Alert color="gold" icon={<IconPlayerPause aria-hidden />} title={t('quotas.paused')}>
      <p className={blocks.flush}>{t('quotas.pausedText')}</p>
      {isManager && (
        <Button mt="sm" loading={release.isPending} onClick={() => release.mutate({ id, version })}>
          {t('quotas.release')}
        </Button>
      )}
    </Alert>
  )
}
