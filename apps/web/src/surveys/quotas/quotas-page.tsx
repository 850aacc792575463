import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { SurveyQuotas } from '@chuma/contract/surveys/quotas/quotas'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { showFailure, useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { CsvDownload, readUpload, UploadButton } from '../../ui/forms/csv-files.tsx'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { Section } from '../../ui/page/section.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { SurveyFrame } from '../studio/survey-frame.tsx'
import {
  DimensionFields,
  listCells,
  listMarginals,
  type QuotaDraft,
  shareByCensus,
  shareEvenly,
  sumOf,
  type Targets,
  toDraft,
  toInput,
} from './dimension-fields.tsx'
import classes from './quotas.module.css'

const POLL_MS = 15_000

/** How many members of which kind a survey is for, and how far that is. */
export function QuotasPage({ surveyId: id }: { surveyId: string }) {
  const mayRead = trpc.admin.getStaffMember.useQuery(undefined, { enabled: false }).data !== undefined
  const query = trpc.admin.getQuotas.useQuery({ id }, { enabled: mayRead, refetchInterval: POLL_MS })
  return (
    <SurveyFrame surveyId={id}>
      {({ permissions }) => (
        <QueryView query={query} skeleton={<Skeletons count={2} height={220} />}>
          {(quotas) => <Quotas id={id} quotas={quotas} isManager={permissions.includes('offers:manage')} />}
        </QueryView>
      )}
    </SurveyFrame>
  )
}

type Props = { id: string; quotas: SurveyQuotas; isManager: boolean }

function Quotas({ id, quotas, isManager }: Props) {
  const t = useT()
  const draft = trpc.admin.getQuestionnaire.useQuery({ id })
  return (
    <>
      {quotas.version > 0 && !quotas.isSound && (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('quotas.unsound')}
        />
      )}
      {quotas.issues.length > 0 && (
        <Alert color="gold" icon={<IconAlertTriangle aria-hidden />} title={t('quotas.issues')}>
          {quotas.issues.map(({ path, message }) => (
            <p key={`${path} ${message}`}>{message}</p>
          ))}
        </Alert>
      )}
      {quotas.version > 0 && <QuotaProgress id={id} quotas={quotas} isManager={isManager} />}
      {isManager && (
        <QueryView query={draft} skeleton={<Skeletons count={1} height={320} />}>
          {({ questionnaire }) => (
            // What someone else saved fills the form again; progress alone changes no field.
            <QuotaEditor key={quotas.version} {...{ id, quotas, questionnaire }} />
          )}
        </QueryView>
      )}
      {quotas.version > 0 && <QuotaFiles id={id} version={quotas.version} isManager={isManager} />}
    </>
  )
}

type QuotaFilesProps = { id: string; version: number; isManager: boolean }

/** The targets as a file for a spreadsheet. */
function QuotaFiles({ id, version, isManager }: QuotaFilesProps) {
  const t = useT()
  const utils = trpc.useUtils()
  const failure = { title: t('surveyOffers.error') }
  const importing = useAction(trpc.admin.importQuotas, {
    onDone: (saved) => utils.admin.getQuotas.setData({ id }, saved),
    done: t('quotas.saved'),
    failure,
  })
  const read = async (file: File) => {
    const csv = await readUpload(file, t).catch((error) => showFailure(error, failure))
    if (csv) importing.run({ id, version, csv })
  }
  return (
    <Section title={t('quotas.file')} text={t('quotas.fileText')}>
      <Group>
        <CsvDownload
          fileName="chuma-quotas.csv"
          load={() => utils.client.admin.exportQuotas.query({ id })}
          failure={failure}
        >
          {t('quotas.download')}
        </CsvDownload>
        {isManager && (
          <UploadButton accept=".csv" loading={importing.isPending} onFile={read}>
            {t('quotas.upload')}
          </UploadButton>
        )}
      </Group>
    </Section>
  )
}

type QuotaProgressProps = { id: string; quotas: SurveyQuotas; isManager: boolean }

/** The places of each cell. */
function QuotaProgress({ id, quotas, isManager }: QuotaProgressProps) {
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
  const release = useAction(trpc.admin.releaseQuotas, {
    onDone: (saved) => utils.admin.getQuotas.setData({ id }, saved),
    failure: { title: t('surveyOffers.error') },
  })
  return (
    <Alert color="gold" icon={<IconPlayerPause aria-hidden />} title={t('quotas.paused')}>
      <p className={blocks.flush}>{t('quotas.pausedText')}</p>
      {isManager && (
        <Button mt="sm" loading={release.isPending} onClick={() => release.run({ id, version })}>
          {t('quotas.release')}
        </Button>
      )}
    </Alert>
  )
}

type QuotaEditorProps = { id: string; quotas: SurveyQuotas; questionnaire: Questionnaire | null }

/** Dimensions, and the cells that they make. */
function QuotaEditor({ id, quotas, questionnaire }: QuotaEditorProps) {
  const t = useT()
  const utils = trpc.useUtils()
  const [draft, setDraft] = useState(() => toDraft(quotas))
  const [refused, setRefused] = useState<string[]>([])
  const saving = useAction(trpc.admin.saveQuotas, {
    onDone: (saved) => {
      setRefused([])
      utils.admin.getQuotas.setData({ id }, saved)
    },
    done: t('quotas.saved'),
    failure: { title: t('surveyOffers.error') },
    onFailed: (error) => {
      const fields = Object.values((isApiError(error) && error.data?.fieldErrors) || {}).flat()
      setRefused([...new Set(fields.filter((each) => each !== undefined))])
      return fields.length > 0
    },
  })
  const sum = sumOf(draft)
  const byCensus = shareByCensus(draft)
  return (
    <Section title={t(quotas.version === 0 ? 'quotas.set' : 'quotas.change')} text={t('quotas.setText')}>
      <DimensionFields
        dimensions={draft.dimensions}
        questionnaire={questionnaire}
        isFrozen={quotas.isFrozen}
        onChange={(dimensions) => setDraft({ ...draft, dimensions })}
      />
      <Rules draft={draft} onChange={setDraft} />
      <Group>
        <Button variant="default" disabled={draft.total < 1} onClick={() => setDraft(shareEvenly(draft))}>
          {t('quotas.share')}
        </Button>
        {byCensus && (
          <Button variant="default" disabled={draft.total < 1} onClick={() => setDraft(byCensus)}>
            {t('quotas.shareByCensus')}
          </Button>
        )}
        <Text className={classes.count}>{t('quotas.sum', { sum, total: draft.total })}</Text>
      </Group>
      {byCensus && <Text c="dimmed">{t('quotas.census')}</Text>}
      <CellTargets draft={draft} onChange={(targets) => setDraft({ ...draft, targets })} />
      {refused.length > 0 && (
        <Alert color="red" role="alert" title={t('quotas.refused')}>
          {refused.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Alert>
      )}
      <Group>
        <Button
          loading={saving.isPending}
          onClick={() => saving.run({ id, version: quotas.version, ...toInput(draft) })}
        >
          {t('quotas.save')}
        </Button>
      </Group>
    </Section>
  )
}

type RulesProps = { draft: QuotaDraft; onChange: (draft: QuotaDraft) => void }

/** The total, and what spreads the answers over time. */
function Rules({ draft, onChange }: RulesProps) {
  const t = useT()
  const orNull = (typed: string | number) => (typed === '' ? null : Number(typed) || 0)
  return (
    <div className={classes.fields}>
      <NumberInput
        label={t('quotas.total')}
        allowDecimal={false}
        value={draft.total || ''}
        onChange={(typed) => onChange({ ...draft, total: Number(typed) })}
      />
      <NumberInput
        label={t('quotas.softLaunch')}
        description={t('quotas.softLaunchHint')}
        allowDecimal={false}
        value={draft.softLaunch ?? ''}
        onChange={(typed) => onChange({ ...draft, softLaunch: orNull(typed) })}
      />
      <NumberInput
        label={t('quotas.daily')}
        description={t('quotas.dailyHint')}
        allowDecimal={false}
        suffix="%"
        value={draft.dailyPercent ?? ''}
        onChange={(typed) => onChange({ ...draft, dailyPercent: orNull(typed) })}
      />
      <NumberInput
        label={t('quotas.hold')}
        description={t('quotas.holdHint')}
        allowDecimal={false}
        value={draft.holdMinutes}
        onChange={(typed) => onChange({ ...draft, holdMinutes: Number(typed) })}
      />
    </div>
  )
}

type CellTargetsProps = { draft: QuotaDraft; onChange: (targets: Targets) => void }

/** The target of each cell, and what the cells of a group add up to. */
function CellTargets({ draft, onChange }: CellTargetsProps) {
  const t = useT()
  const { dimensions, targets } = draft
  return (
    <>
      <ul className={classes.targets} aria-label={t('quotas.targets')}>
        {listCells(dimensions).map(({ id, groups }) => (
          <li key={id}>
            <NumberInput
              label={groups.map(({ label }) => label).join(' · ') || t('quotas.everyone')}
              allowDecimal={false}
              value={targets[id] ?? 0}
              onChange={(typed) => onChange({ ...targets, [id]: Number(typed) })}
            />
          </li>
        ))}
      </ul>
      {dimensions.length > 1 && (
        <dl className={classes.marginals} aria-label={t('quotas.marginals')}>
          {listMarginals(draft).map(({ label, sums }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{sums.map((each) => `${each.label} ${each.sum}`).join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
