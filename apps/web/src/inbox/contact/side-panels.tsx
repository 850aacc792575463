import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { ContactList } from './contact-list.tsx'
import { inEastAfricaTime } from './in-east-africa-time.ts'
import classes from './side-panels.module.css'

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
        <Hours />
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

function Hours() {
  const t = useT()
  const details = trpc.inbox.getContactDetails.useQuery()
  // The panel above reports a failure to load.
  if (!details.data) return details.isLoading && <Skeleton height={128} />
  const local = details.data.hours.map(inEastAfricaTime).filter((hours) => hours !== null)
  return (
    <>
      <ul className={classes.hours}>
        {details.data.hours.map((hours) => (
          <li key={hours}>{hours}</li>
        ))}
      </ul>
      {local.length > 0 && (
        <>
          <Text size="sm" mt="xs">
            {t('contact.hoursLocal')}
          </Text>
          <ul className={classes.hours}>
            {local.map(({ text, isNextDay }) => (
              <li key={text}>{isNextDay ? t('contact.nextDay', { hours: text }) : text}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
