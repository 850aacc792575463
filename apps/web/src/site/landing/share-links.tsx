import { IconBrandFacebook, IconBrandWhatsapp, IconBrandX } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { siteAddress } from '../site-address.ts'
import classes from './share-links.module.css'

const PLACES = [
  { name: 'WhatsApp', href: `https://wa.me/?text=${siteAddress}`, Icon: IconBrandWhatsapp },
  {
    name: 'Facebook',
    href: `https://www.facebook.com/sharer/sharer.php?u=${siteAddress}`,
    Icon: IconBrandFacebook,
  },
  { name: 'X', href: `https://x.com/intent/post?url=${siteAddress}`, Icon: IconBrandX },
]

/** The footer's social icons: links to share this site. */
export function ShareLinks() {
  const t = useT()
  return (
    <ul className={classes.places} aria-label={t('landing.share')}>
      {PLACES.map(({ name, href, Icon }) => (
        <li key={name}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className={classes.place}
            aria-label={t('landing.shareOn', { place: name })}
          >
            <Icon aria-hidden size={24} stroke={1.75} />
          </a>
        </li>
      ))}
    </ul>
  )
}
