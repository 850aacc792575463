import type { PartnerEventDetail } from '@chuma/contract/partners/partners'
import classes from '../../admin/list.module.css'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { EventActions } from './event-actions.tsx'
import { EventFacts } from './event-facts.tsx'

type Props = { id: string; mayDecide: boolean }

/** One partner event: its result, whether it was genuine, and its raw request. */
export function EventSection({ id, mayDecide }: Props) {
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
