import './global.css'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { takeLinkToken } from './auth/take-link-token.ts'
import { countPageViews } from './privacy/count-page-views.ts'
import { router } from './router.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
setNonce(nonce)
countPageViews(router)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <App nonce={nonce} linkToken={takeLinkToken()} />
  </StrictMode>,
)
