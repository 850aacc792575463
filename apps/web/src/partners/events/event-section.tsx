import { formatUsd } from '@chuma/contract/format-money'
import {
  type PartnerEventDetail,
  type PartnerOutcome,
  partnerOutcome,
} from '@chuma/contract/partners/partners'
import { Button, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { ConfirmDialog, Dialog, DialogButtons, useAsked } from '../../ui/dialogs/dialog.tsx'
import sheet from '../../ui/figures/figures.module.css'
import { actorName } from '../../ui/frame/staff-member.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Fact, Section } from '../../ui/page/section.tsx'
import classes from '../../ui/states/list.module.css'
import { PagedList, useStateFilter } from '../../ui/states/staff-lists.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { PointsAmount } from '../../wallet/movements.tsx'
import { EventRow, OutcomeBadge } from './event-row.tsx'

/** One partner event: its result, whether it was genuine, and its raw request. */
export function EventSection({ id, mayDecide }: { id: string; mayDecide: boolean }) {
  const t = useT()
  const query = trpc.partners.getEvent.useQuery({ id })
  return (
    <>
      <BackLink to="/admin/partners">{t('partners.back')}</BackLink>
      <QueryView query={query} skeleton={<Skeletons count={2} height={180} />}>
        {(event) => (
          <>
            <Section
              title={
                event.transactionId === null
                  ? t('partnerEvents.untold')
                  : t('partnerEvents.transaction', { id: event.transactionId })
              }
            >
              <EventFacts event={event} />
              {mayDecide && <EventActions event={event} />}
            </Section>
            <Signature signature={event.signature} />
            <Raw event={event} />
          </>
        )}
      </QueryView>
    </>
  )
}

function Signature({ signature }: Pick<PartnerEventDetail, 'signature'>) {
  const t = useT()
  const { method, isValid, reason, signedText, presented } = signature
  return (
    <Section title={t('partnerEvents.signature')}>
      <p className={classes.words}>
        {t(isValid ? 'partnerEvents.valid' : 'partnerEvents.invalid')}
        {reason && ` (${reason.replaceAll('-', ' ')})`}
      </p>
      <p className={blocks.quiet}>{t('partnerEvents.method', { method })}</p>
      {signedText !== null && <RawText label={t('partnerEvents.signedText')} text={signedText} />}
      {presented !== null && <RawText label={t('partnerEvents.presented')} text={presented} />}
    </Section>
  )
}

function Raw({ event: { method, target, headers, body } }: { event: PartnerEventDetail }) {
  const t = useT()
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <Section title={t('partnerEvents.raw')} text={t('partnerEvents.rawText')}>
      <RawText label={t('partnerEvents.target')} text={`${method} ${target}`} />
      {lines.length > 0 && <RawText label={t('partnerEvents.headers')} text={lines.join('\n')} />}
      {body && <RawText label={t('partnerEvents.body')} text={body} />}
    </Section>
  )
}

/** A scrolling box must be reachable by keyboard. */
function RawText({ label, text }: { label: string; text: string }) {
  return (
    <>
      <p className={blocks.quiet}>{label}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={classes.raw} tabIndex={0} aria-label={label}>
        {text}
      </section>
    </>
  )
}

/** Staff's actions on an event: process it again with the current settings, or match it to a member. */
function EventActions({ event: { id, outcome } }: { event: PartnerEventDetail }) {
  const t = useT()
  const { subject, isOpen, ask, close } = useAsked<'replay' | 'match'>()
  const refresh = useRefreshEvents()
  const replay = useAction(trpc.partners.replayEvent, {
    done: (made) => t('partnerEvents.replayed', { outcome: t(`outcome.${made.outcome}`) }),
    onEnd: () => {
      close()
      return refresh()
    },
  })
  return (
    <div className={classes.bar}>
      {outcome === 'unmatched' && <Button onClick={() => ask('match')}>{t('partnerEvents.match')}</Button>}
      <Button variant="default" onClick={() => ask('replay')}>
        {t('partnerEvents.replay')}
      </Button>
      {subject === 'replay' && (
        <ConfirmDialog
          title={t('partnerEvents.replayTitle')}
          text={t('partnerEvents.replayText')}
          action={t('partnerEvents.replay')}
          opened={isOpen}
          isPending={replay.isPending}
          onConfirm={() => replay.run({ id })}
          onClose={close}
        />
      )}
      {subject === 'match' && <MatchDialog eventId={id} opened={isOpen} onClose={close} />}
    </div>
  )
}

function EventFacts({ event }: { event: PartnerEventDetail }) {
  const t = useT()
  const { memberId, userEmail, points, amountUsd, decidedAt, decidedBy, partnerId } = event
  const unknown = t('partnerEvents.unknown')
  return (
    <>
      <OutcomeBadge outcome={event.outcome} />
      <dl className={sheet.facts}>
        <Fact label={t('word.partner')}>
          <Link to="/admin/partners" search={{ partner: partnerId }} className={blocks.link}>
            {event.partnerName}
          </Link>
        </Fact>
        <Fact label={t('partnerEvents.received')}>{formatDateTime(event.receivedAt)}</Fact>
        <Fact label={t('partnerEvents.from')}>{event.address ?? unknown}</Fact>
        <Fact label={t('partnerEvents.kind')}>{event.kind ?? unknown}</Fact>
        <Fact label={t('word.amount')}>{amountUsd === null ? unknown : formatUsd(amountUsd)}</Fact>
        {points !== null && (
          <Fact label={t('word.points')}>
            <PointsAmount points={points} />
          </Fact>
        )}
        <Fact label={t('word.reference')}>{event.reference ?? unknown}</Fact>
        <Fact label={t('partnerEvents.click')}>{event.clickTitle ?? unknown}</Fact>
        {memberId && (
          <Fact label={t('word.member')}>
            <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
              {userEmail ?? memberId}
            </Link>
          </Fact>
        )}
        {event.reason && <Fact label={t('word.reason')}>{event.reason.replaceAll('-', ' ')}</Fact>}
        <Fact label={t('partnerEvents.decided')}>
          {decidedAt && decidedBy
            ? t('partnerEvents.decidedBy', { time: formatDateTime(decidedAt), name: actorName(t, decidedBy) })
            : t('partnerEvents.notDecided')}
        </Fact>
      </dl>
    </>
  )
}

type MatchDialogProps = { eventId: string; opened: boolean; onClose: () => void }

/** Matches an event to a member's click. */
function MatchDialog({ eventId, opened, onClose }: MatchDialogProps) {
  const t = useT()
  const refresh = useRefreshEvents()
  const [member, setMember] = useState<Chosen | null>(null)
  const [clickId, setClickId] = useState('')
  const match = useAction(trpc.partners.matchEvent, {
    done: (made) => t('partnerEvents.matched', { outcome: t(`outcome.${made.outcome}`) }),
    // Also after a refusal: someone else changed it first, so this screen is out of date.
    onEnd: () => {
      onClose()
      return refresh()
    },
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('partnerEvents.matchTitle')}>
      <Stack>
        <Text c="dimmed">{t('partnerEvents.matchText')}</Text>
        {member ? (
          <>
            <Text fw={600}>{member.name}</Text>
            <div>
              <Button variant="default" onClick={() => setMember(null)}>
                {t('partnerEvents.otherMember')}
              </Button>
            </div>
            <ChooseClick memberId={member.id} chosen={clickId} onChoose={setClickId} />
          </>
        ) : (
          <ChooseMember
            onChoose={(chosen) => {
              setMember(chosen)
              setClickId('')
            }}
          />
        )}
        <DialogButtons
          action={t('partnerEvents.match')}
          isPending={match.isPending}
          isDisabled={!member || !clickId}
          onCancel={onClose}
          onAct={() => member && match.run({ id: eventId, memberId: member.id, clickId })}
        />
      </Stack>
    </Dialog>
  )
}

type Chosen = { id: string; name: string }

const TYPING_MS = 300
const SHORTEST = 3

/** Searches for a member. */
function ChooseMember({ onChoose }: { onChoose: (member: Chosen) => void }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS)
  const found = trpc.admin.listMembers.useQuery({ search, limit: 5 }, { enabled: search.length >= SHORTEST })
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        label={t('word.member')}
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

/** Reload events and their counts. */
function useRefreshEvents() {
  const utils = trpc.useUtils()
  return () =>
    Promise.all([
      utils.partners.getEvent.invalidate(),
      utils.partners.listEvents.invalidate(),
      utils.partners.listPartners.invalidate(),
    ])
}

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_EVENTS = { limit: PAGE_SIZE }
const OUTCOMES = partnerOutcome.options

/** The events of one partner or of all, filtered by result. */
export function EventsSection({ title, partnerId }: { title: string; partnerId?: string }) {
  const t = useT()
  const {
    pages,
    state: outcome,
    filter,
  } = useStateFilter<PartnerOutcome>({
    size: PAGE_SIZE,
    states: OUTCOMES,
    describe: (each) => t(`outcome.${each}`),
  })
  const query = trpc.partners.listEvents.useQuery(
    {
      ...pages.input,
      ...(partnerId && { partnerId }),
      ...(outcome && { outcome }),
    },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title={title} text={t('partnerEvents.text')}>
      {filter}
      <PagedList
        query={query}
        pages={pages}
        label={title}
        rowHeight={96}
        empty={{ title: t('partnerEvents.none'), text: t('partnerEvents.noneText') }}
      >
        {(event) => <EventRow key={event.id} event={event} />}
      </PagedList>
    </Section>
  )
}

const SHOWN = 10

type ChooseClickProps = { memberId: string; chosen: string; onChoose: (clickId: string) => void }

function ChooseClick({ memberId, chosen, onChoose }: ChooseClickProps) {
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
        label={t('partnerEvents.click')}
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
