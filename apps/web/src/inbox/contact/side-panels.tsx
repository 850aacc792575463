import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { nameOpenPlaces } from '../../site/open-places.ts'
import { trpc } from '../../trpc.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { ContactList } from './contact-list.tsx'
import classes from './side-panels.module.css'
import { type HourWords, wordHours } from './word-contact.ts'

/** Other ways to get an answer. */
export function SidePanels() {
  const t = useT()
  return (
    <div className={classes.panels}>
      <Panel aria-labelledby="reach-title">
        <Title order={2} size="h3" id="reach-title" mb="sm">
          {t('contact.reachTitle')}
        </Title>
        <ContactList />
      </Panel>
      <Panel aria-labelledby="hours-title">
        <Title order={2} size="h3" id="hours-title" mb="sm">
          {t('contact.hoursTitle')}
        </Title>
        {import.meta.env.SSR ? <OpenHours /> : <LoadedHours />}
        <Text c="dimmed" size="sm" mt="xs">
          {t('contact.hoursNote')}
        </Text>
      </Panel>
      <Panel tone="earning" aria-labelledby="faq-call-title">
        <Title order={2} size="h3" id="faq-call-title">
          {t('contact.faqCallTitle')}
        </Title>
        <Text mt={4} mb="md">
          {t('contact.faqCallText')}
        </Text>
        <Button component="a" href="#faq" variant="default" fullWidth>
          {t('contact.faqCall')}
        </Button>
      </Panel>
    </div>
  )
}

function LoadedHours() {
  const t = useT()
  const details = trpc.inbox.getContactDetails.useQuery()
  // The panel above reports a failure to load.
  if (!details.data) return details.isLoading && <Skeleton height={128} />
  return <Hours {...wordHours(details.data.hours, t)} />
}

/** The places of a prerendered page. The server repeats a list's item for each line. */
function OpenHours() {
  const { hours, localHours } = nameOpenPlaces('contact')
  return <Hours hours={[hours]} localHours={[localHours]} />
}

function Hours({ hours, localHours }: HourWords) {
  const t = useT()
  return (
    <>
      <ul className={classes.hours}>
        {hours.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className={classes.local}>
        <Text size="sm" mt="xs">
          {t('contact.hoursLocal')}
        </Text>
        <ul className={classes.hours}>
          {localHours.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </>
  )
}
