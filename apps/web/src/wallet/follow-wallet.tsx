import { useKeepWallet } from '../offline/use-keep-wallet.ts'
import { useWalletNews } from './use-wallet-news.ts'

/**
 * Follows the member's points while their page is open. A part of its own: what it hears draws nothing of the page anew. To be
 * mounted with what it keeps true, not before: it asks again when it begins to listen, and an answer in the middle of the
 * drawing has React draw the whole once more, without a pause.
 */
export function FollowWallet() {
  useWalletNews()
  useKeepWallet()
  return null
}
