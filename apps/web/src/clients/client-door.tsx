import { useState } from 'react'
import { ClientLayout } from './client-layout.tsx'
import { ClientLoginPage } from './view/client-login-page.tsx'
import { OpenLinkPage } from './view/open-link-page.tsx'

/** The clients' door: for a link, whose token is behind the `#` and so in no log, or for a password. */
export function ClientDoor() {
  const [token] = useState(() => location.hash.slice(1))
  return <ClientLayout>{token ? <OpenLinkPage token={token} /> : <ClientLoginPage />}</ClientLayout>
}
