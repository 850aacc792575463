import type { ErrorCode } from '@chuma/contract/errors'
import { chooseByHold } from '@chuma/contract/payouts/holds'

export const errors: Record<ErrorCode | 'OUR_FAULT', string> = {
  OUR_FAULT: 'Hitilafu imetokea',
  INVALID_INPUT: '{why, select, batch {Mabadiliko hutumwa moja moja} other {Baadhi ya sehemu si sahihi}}',
  APPROVAL_PENDING:
    '{runsAt, select, none {Imetumwa kwa mtu wa pili. Hakuna kilichobadilika bado: itafanyika akiidhinisha.} other {Hakuna mwingine anayeweza kuidhinisha hili bado, kwa hiyo litafanyika lenyewe baada ya saa 24. Kabla ya hapo unaweza kuliondoa.}}',
  LINK_INVALID: 'Kiungo hiki kimeisha muda au kilishatumika. Omba kipya.',
  SECURITY_LINK_INVALID:
    '{why, select, used {Kiungo hiki kilishatumika, na hufanya kazi mara moja tu. Kilichotakiwa kimefanyika.} expired {Kiungo hiki kilifanya kazi kwa siku 7 na muda wake umeisha.} moved {Kiungo hiki hakifanyi kazi tena: akaunti inatumia barua pepe nyingine sasa.} other {Kiungo hiki hakifanyi kazi. Kifungue tena kutoka kwenye barua pepe, au unakili chote.}}',
  NOT_SIGNED_IN:
    '{why, select, ended {Muda wako wa kuingia umeisha. Ingia tena.} otherSide {Ingia kwanza kama mwanachama.} clients {Ingia kwanza kama mteja.} other {Hakuna tokeni ya kuingia}}',
  INVALID_CREDENTIALS: 'Barua pepe au nenosiri si sahihi',
  INVALID_STAFF_CREDENTIALS: 'Jina la mtumiaji au nenosiri si sahihi',
  PASSKEY_INVALID: 'Passkey hii haifungui akaunti hapa. Ingia kwa nenosiri lako.',
  EMAIL_NOT_VERIFIED:
    'Tafadhali thibitisha barua pepe yako kabla ya {before, select, withdrawal {kutoa pesa} passkey {kuongeza passkey} code {kuthibitisha nambari} other {kuingia}}.',
  FORBIDDEN:
    '{why, select, ownCase {Mtu mwingine lazima aamue kuhusu lako mwenyewe.} adminRole {Mmiliki lazima amwondolee jukumu la usimamizi kwanza} ownCredit {Ulimpa mwanachama huyu pointi katika siku 30 zilizopita, au ulitengeneza kilichozitoa. Mtu mwingine lazima aidhinishe malipo. Ukifanya kazi peke yako, ongeza kikomo kwenye Uchumi.} keyNetwork {Ufunguo huu hauwezi kutumika kutoka mtandao huu} person {Ufunguo wa API hauwezi kufanya hivi. Ingia kama mtu.} ownRequest {Mtu mwingine lazima aamue kuhusu ombi lako} ownDecision {Mtu mwingine, si aliyekataa majibu haya, lazima ajibu rufaa.} ownSurvey {Ulitengeneza au kubadilisha utafiti huu, au uliamua kuhusu jibu hili. Mtu mwingine lazima arudishe bei yake.} youngAccount {Akaunti hii ni mpya au ilibadilishwa katika siku 7 zilizopita. Bado haiwezi kuamua kuhusu maombi ya wengine.} requester {Aliyeomba hili haruhusiwi tena kulifanya. Ombi limefungwa.} other {Huruhusiwi kufanya hivi}}',
  WRONG_PASSWORD: 'Nenosiri si sahihi',
  ACCOUNT_SUSPENDED: 'Akaunti hii imesimamishwa. Tuandikie kama hukubaliani. Sababu: {reason}',
  ACCOUNT_CLOSING: 'Akaunti hii itafutwa {day, date, day}. Bado unaweza kuihifadhi.',
  SECOND_FACTOR_REQUIRED: 'Weka msimbo kutoka programu yako ya uthibitishaji',
  SECOND_FACTOR_INVALID: 'Msimbo huu si sahihi, au ulishatumika',
  SECOND_FACTOR_MISSING: 'Weka hatua yako ya pili kwanza',
  PASSWORD_TEMPORARY: 'Chagua nenosiri lako mwenyewe kwanza',
  STEP_UP_REQUIRED: 'Thibitisha kuwa ni wewe, kisha tuma ombi hili tena',
  SECOND_FACTOR_ON: 'Hatua ya pili imeshawashwa. Iondoe kwanza.',
  OWN_ACCOUNT: 'Mwombe mmiliki mwingine akufanyie hivi',
  LAST_OWNER: 'Mtu mwingine lazima awe mmiliki kwanza',
  SET_UP_LINK_INVALID:
    'Kiungo hiki cha kuandaa mfumo kimeisha muda au hakijakamilika. Washa seva upya, au tumia “npm run admin -- set-up-link”, kisha fungua kiungo kipya.',
  SET_UP_CLOSED:
    '{why, select, ownerExists {Kiungo hiki kilishatumika kufungua akaunti ya mmiliki, na hufanya kazi mara moja tu. Ingia kwa akaunti hiyo ili uendelee.} other {Mfumo huu umeshaandaliwa. Ingia kama mfanyakazi.}}',
  SET_UP_INCOMPLETE:
    '{step, select, product {Hifadhi kwanza jina na mawasiliano} payouts {Amua kwanza jinsi wanachama watakavyolipwa} mail {Angalia kwanza hatua ya barua pepe} other {Chagua viwango kwanza}}',
  PERIOD_STATE:
    'Mwezi huu hauwezi kufungwa sasa. Miezi hufungwa kwa mpangilio, baada ya kuisha. Fungua upya ukurasa uone ni upi unaofuata.',
  MEMBER_STATE: 'Mtu mwingine amebadilisha nambari hizi sasa hivi. Angalia kilicho kipya kabla ya kuhifadhi.',
  ACCOUNT_STATE: 'Akaunti hii imeshabadilika. Pakia upya uone ilivyo.',
  CROSS_SITE: 'Ombi hili halikutoka kwenye tovuti hii',
  NOT_FOUND:
    '{what, select, secondFactor {Hakuna hatua ya pili} secondFactorSetup {Anza kuiweka kwanza} passkey {Hakuna passkey kwenye akaunti hii} quiz {Fungua chemsha bongo ya leo kwanza} payoutQueue {Malipo hufanywa na watu hapa, kwa hiyo hakuna foleni ya kusimamisha.} other {Haijapatikana}}',
  SURVEY_NOT_FOUND: 'Utafiti haujapatikana',
  INSUFFICIENT_POINTS: 'Huna pointi za kutosha kutoa kiasi hiki.',
  WITHDRAWAL_STATE: 'Ombi hili la kutoa pesa limeshasonga mbele. Pakia upya uone liko wapi.',
  PAYOUT_LEAVING:
    'Huenda malipo haya yanatumwa sasa hivi, kwa hivyo hakuna kilichobadilika. Jaribu tena baada ya dakika moja.',
  NEEDS_REVIEW: 'Ombi hili linahitaji kukaguliwa. Lifungue na uliamue peke yake.',
  WITHDRAWAL_HELD: `Ombi hili limesubirishwa, kwa hivyo hakuna kilicholipwa: ${chooseByHold({
    'first-payout': 'ni la kwanza la mwanachama',
    'new-destination': 'linaenda mahali papya',
    'credentials-changed': 'nenosiri au vifaa vilibadilika hivi karibuni',
    'email-changed': 'barua pepe ilibadilika hivi karibuni',
    'shared-destination': 'akaunti nyingine inatumia mahali hapo hapo',
    'shared-mailbox': 'akaunti nyingine inatumia sanduku hilo hilo la barua pepe',
    'survey-quality': 'majibu ya tafiti yana shaka',
    'unsettled-credits': 'mshirika hajathibitisha pointi',
    restored: 'huenda lililipwa baada ya nakala rudufu iliyorejeshwa',
    'account-unreadable': 'nambari yake ya akaunti haisomeki tena',
    debt: 'mwanachama ana deni la pointi, na atalipwa likiisha',
    cluster: 'kundi la akaunti linakaguliwa',
  })}. {reason, select, accountUnreadable {Likatae, ili pointi zirudi na mwanachama aweze kuweka akaunti tena.} other {Ruhusu ombi liendelee au subiri muda uishe.}}`,
  PAYOUTS_PAUSED:
    'Malipo yako yamesitishwa kwa muda: {reason} Pointi zako zinabaki zako na unaendelea kupata. {appeal, select, answered {Jibu letu kwa rufaa yako: {answer}} sent {Tumepokea rufaa yako na tutaijibu.} other {Unaweza kukata rufaa kwenye ukurasa wa kutoa pesa.}}',
  APPEAL_STATE: 'Umeshakata rufaa, au hakuna tena cha kukatia rufaa. Pakia upya uone hali ilivyo.',
  PAYOUTS_STOPPED:
    'Malipo yote yamesimamishwa kwa sababu hifadhidata imerejeshwa kutoka nakala rudufu, kwa hivyo hakuna faili ya malipo iliyotengenezwa. Linganisha taarifa za malipo tangu nakala hiyo na maombi ya kutoa pesa, weka alama kwenye yaliyolipwa, kisha endelesha malipo kwenye ukurasa wa Kutoa pesa.',
  QUEUE_STATE: 'Mtu mwingine amebadilisha hii sasa hivi. Pakia upya uone kama malipo yamesimamishwa.',
  ECONOMY_UNCHOSEN:
    'Hakuna malipo yanayotumwa na hakuna mshirika anayeweza kuwashwa hadi mmiliki achague mpango wa uchumi. Fungua Uchumi na uchague mmoja.',
  ECONOMY_UNCONFIRMED:
    'Thibitisha chaguo hili kwanza. Mwanachama hugharimu takriban KES {costKes, number} kwa mwezi na huleta KES {bringsKes, number}. Pointi za wanachama zina thamani ya KES {owedKes, number} sasa na KES {owedAfterKes, number} baadaye.',
  ECONOMY_STATE:
    'Mtu mwingine amebadilisha nambari hizi sasa hivi. Angalia kilicho kipya kabla ya kuhifadhi.',
  QUESTIONNAIRE_CHANGED:
    'Mtu mwingine amebadilisha dodoso hili sasa hivi. Lipakie tena: mabadiliko yako hayakuhifadhiwa.',
  OFFER_CHANGED: 'Mtu mwingine amebadilisha ofa hii sasa hivi. Angalia kilicho kipya, kisha uhifadhi tena.',
  JOB_STATE:
    '{why, select, link {Kiungo hiki hutumwa kwa anayekiomba tu. Anaweza kuomba kingine.} news {Inaeleza jambo lililopita. Foleni ya malipo inaonyesha hali ya sasa.} mailSent {Barua pepe yake ilitumwa. Barua pepe haitumwi mara mbili.} mailRefused {Seva ya barua pepe haitakubali barua hii kamwe.} mailUnsure {Huenda barua pepe yake ilifika. Barua pepe haitumwi mara mbili.} other {Kazi hii haipaswi kufanyika tena.}}',
  SURVEY_FINISHED: 'Utafiti huu umeisha kwako. Tunahifadhi majibu yako.',
  PREMIUM_REQUIRED: 'Hii ni ya wanachama wa premium. Pata premium ili upate pointi hapa pia.',
  PREMIUM_STATE: 'Hakuna premium ya kubadilisha. Pakia upya uone ilipo.',
  PAYMENT_OPEN: 'Kuna malipo ambayo bado yako wazi. Angalia simu yako, au subiri hadi yaishe.',
  DONE_TODAY:
    '{what, select, spin {Umeshazungusha leo. Rudi kesho.} quiz {Umeshafanya chemsha bongo ya leo. Rudi kesho.} dailyLogin {Umeshachukua bonasi yako ya leo. Rudi kesho.} other {Umeshafanya hivi leo. Rudi kesho.}}',
  TOO_EARLY: 'Endelea kutazama: {secondsLeft, plural, one {imebaki sekunde #} other {zimebaki sekunde #}}.',
  CATALOGUE_STATE: 'Mtu mwingine amebadilisha hii sasa hivi. Angalia kilicho kipya kabla ya kuhifadhi.',
  PROOF_STATE:
    '{why, select, handedIn {Umeshawasilisha hii. Imekamilika, au inakaguliwa.} other {Uthibitisho huu umeshasonga mbele. Pakia upya uone ulipo.}}',
  CLOSED:
    '{what, select, premium {Premium haiwezi kulipiwa hapa. Tuandikie ili uipate.} signUp {Kujisajili kumefungwa kwa sasa. Tafadhali rudi baadaye.} codes {Kwa sasa hatutumi misimbo kwa SMS. Bado unaweza kutoa pesa: malipo yako ya kwanza yatathibitisha nambari.} other {Hii imefungwa kwa sasa. Hakuna kilichohesabiwa.}}',
  RESULTS_ELSEWHERE: 'Utafiti huu hauulizi maswali hapa. Majibu yake yako kwa mshirika.',
  DISPUTE_LIMIT:
    'Umefikia kikomo cha kupinga: sehemu ya kumi ya majibu yaliyokubaliwa, au matatu. Tuandikie kwenye maoni.',
  QUOTE_STATE:
    'Nukuu hii ya bei haiwezi tena kukubaliwa wala kuondolewa. Hakuna kilichobadilika. Pakia upya kuona ya karibuni.',
  DATASET_STATE: 'Data inaweza kusomwa kuanzia majibu matano yaliyokubaliwa.',
  WEIGHTS_IMPOSSIBLE:
    'Hakuna uzani unaoleta asilimia hizi. Lazima kuwe na mtu aliyetoa kila jibu kati ya haya.',
  NOT_ELIGIBLE: 'Kulingana na wasifu wako, utafiti huu ni wa wanachama wengine. Nyingine zinakusubiri.',
  ELIGIBILITY_CHANGED:
    'Mtu mwingine amebadilisha anayeweza kujibu utafiti huu. Fungua ukurasa tena, na uangalie mabadiliko yake kabla ya kuhifadhi.',
  QUOTA_FULL: 'Utafiti huu tayari una watu wa kutosha kama wewe. Nyingine zinakusubiri.',
  PROFILE_NEEDED:
    'Utafiti huu ni wa watu fulani, na bado hatukufahamu vya kutosha. Kamilisha wasifu wako, kisha jaribu tena.',
  QUOTAS_CHANGED:
    'Mtu mwingine amebadilisha mgao huu sasa hivi. Upakie tena: mabadiliko yako hayakuhifadhiwa.',
  SURVEY_FULL: 'Utafiti huu umepata majibu yote unayohitaji. Nyingine zinakusubiri.',
  AWAITS_PARTNER:
    'Mshirika wetu ndiye huthibitisha utafiti huu. Pointi zako zitakuja mara atakapothibitisha.',
  CLAIM_EXISTS: 'Umeshadai hii. Unaweza kuifuatilia kwenye mibofyo yako.',
  ALREADY_CREDITED: 'Pointi za hii zimeshawekwa. Ziangalie kwenye pointi zako.',
  CREDIT_IN_REVIEW: 'Malipo ya mshirika kwa mbofyo huu yanakaguliwa: amua hayo kwanza.',
  PARTNER_STATE:
    'Mtu mwingine amebadilisha mshirika huyu sasa hivi. Angalia kilicho kipya kabla ya kuhifadhi.',
  MESSAGE_STATE:
    'Mtu mwingine amejibu au kuhamisha ujumbe huu sasa hivi. Angalia kilicho kipya kabla ya kuendelea.',
  TEMPLATE_STATE:
    'Mtu mwingine amebadilisha kiolezo hiki sasa hivi. Angalia kilicho kipya kabla ya kuhifadhi.',
  WEBHOOK_STATE: 'Mtu mwingine amebadilisha webhook hii sasa hivi. Angalia kilicho kipya kabla ya kuhifadhi.',
  WEBHOOK_OFF: 'Webhook hii imezimwa, na hakuna kinachotumwa kwake.',
  WEBHOOK_WAITING: 'Hii iko njiani tayari.',
  APPROVAL_STATE:
    'Ombi hili {state, select, executed {limeshaidhinishwa} refused {lilikataliwa} withdrawn {liliondolewa} expired {limepitwa na muda. Omba mabadiliko tena.} outdated {limepitwa: kilichohusika kimebadilika. Omba mabadiliko tena.} other {limesonga mbele. Pakia upya uone liko wapi.}}',
  ALREADY_DECIDED: 'Mtu mwingine ameshaamua kuhusu hili. Pakia upya uone alivyoamua.',
  CLUSTER_CHANGED:
    'Kundi hili la akaunti limebadilika tangu ulipoliangalia. Hakuna kilichoamuliwa. Angalia tena matokeo yake.',
  SECRET_LOST:
    '{what, select, staffFactor {Programu yako ya uthibitishaji haifanyi kazi hapa tena. Ingia kwa msimbo wa dharura au passkey, au mwombe msimamizi wa seva aweke upya akaunti yako.} memberFactor {Programu yako ya uthibitishaji haifanyi kazi hapa tena. Tumia msimbo wa dharura au passkey, au mwombe mmiliki aondoe jukumu lako kisha akupe tena: hapo utaweza kuweka mpya.} clientFactor {Programu yako ya uthibitishaji haifanyi kazi hapa tena. Tumia msimbo wa dharura, au tuandikie tuiweke upya hatua yako ya pili.} batch {Baadhi ya nambari za akaunti za kundi hili hazisomeki tena. Ghairi kundi, kisha ukatae maombi hayo ili pointi zirudi.} partner {Siri ya mshirika huyu haisomeki tena. Iweke upya kwenye mipangilio yake.} request {Alichotuma mshirika wakati huo hakisomeki tena. Mwombe atume tena.} approval {Siri iliyo kwenye ombi hili haisomeki tena. Likatae, kisha uombe mabadiliko upya ukiweka siri.} webhook {Siri ya webhook hii haisomeki tena. Tengeneza mpya.} taxPin {PIN hii haisomeki tena. Mwanachama anapaswa kuiweka upya.} taxFile {Faili ya mwezi huu haisomeki tena. Tumia nakala uliyopakia.} other {Nambari hii ya akaunti haisomeki tena. Inapaswa kuwekwa upya.}}',
  KEY_REUSED: 'Idempotency-Key hii ilitumika kwa ombi tofauti',
  BODY_TOO_LARGE: 'Ombi ni kubwa mno',
  UNSUPPORTED_MEDIA_TYPE: 'Tuma application/json',
  METHOD_NOT_ALLOWED: 'Njia hii hairuhusiwi',
  CODE_INVALID:
    '{triesLeft, plural, =0 {Msimbo huu haufanyi kazi tena. Omba mpya.} one {Huo si msimbo sahihi. Umebakiza jaribio #.} other {Huo si msimbo sahihi. Umebakiza majaribio #.}}',
  CODE_LIMIT:
    '{by, select, pause {Msimbo uko njiani kukufikia.} member {Umeomba misimbo mingi.} number {Nambari hii imetumiwa misimbo kadhaa.} network {Misimbo mingi imeombwa kutoka mtandao wako.} other {Tumetuma SMS zote tunazotuma kwa siku.}} Unaweza kuomba mwingine baada ya {unit, select, seconds {{amount, plural, one {sekunde #} other {sekunde #}}} minutes {{amount, plural, one {dakika #} other {dakika #}}} other {{amount, plural, one {saa #} other {saa #}}}}.',
  THROTTLED: 'Umejaribu mara nyingi mno. Subiri dakika chache, kisha ujaribu tena.',
  TOO_MANY_AT_ONCE:
    'Umetuma maombi mengi mno kwa wakati mmoja. Hakuna kilichobadilika. Jaribu tena baada ya muda mfupi.',
  UNAVAILABLE:
    'Hatuwezi kufikia hifadhidata yetu sasa hivi. Angalia kwanza kama tayari imefanyika, kisha ujaribu tena baada ya muda mfupi.',
  BUSY: 'Kuna shughuli nyingi sasa hivi. Jaribu tena baada ya muda mfupi.',
}
