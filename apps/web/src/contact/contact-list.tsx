import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { QueryView } from '../ui/query-view.tsx'
import { Skeletons } from '../ui/skeletons.tsx'
import classes from './contact-list.module.css'

/** The operator's address, number and office. */
export function ContactList() {
  const t = useT()
  const details = trpc.contact.getDetails.useQuery()
  return (
    <QueryView
      query={details}
      skeleton={<Skeletons count={1} height={176} />}
      errorTitle={t('contact.detailsFailed')}
    >
      {({ email, phone, address }) => (
        <dl className={classes.list}>
          <Entry icon={<IconMail size={22} />} label={t('contact.supportEmail')}>
            <a href={`mailto:${email}`} className={classes.link}>
              {email}
            </a>
          </Entry>
          <Entry icon={<IconPhone size={22} />} label={t('contact.phone')}>
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={classes.link}>
              {phone}
            </a>
          </Entry>
          <Entry icon={<IconMapPin size={22} />} label={t('contact.office')}>
            {address}
          </Entry>
        </dl>
      )}
    </QueryView>
  )
}

function Entry({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className={classes.entry}>
      <dt className={classes.label}>
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
        {label}
      </dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  )
}
