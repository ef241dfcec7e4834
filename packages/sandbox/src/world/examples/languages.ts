import type { Draft, Family } from '../draft.ts'
import type { Part } from '../model.ts'
import { a, h, m, say } from '../parts.ts'

const post = (lang: string, by: string, body: Part[]): Draft => ({
  key: `language-${lang}`,
  kind: `language/${lang}`,
  by,
  lang,
  body,
  source: 'Twitter for Android',
})

/** One post in each language of the world, each with a tag, a name or a link in its own script's company. */
export const LANGUAGES: Family = {
  start: '2026-10-07T08:00:00Z',
  drafts: [
    post('en', 'vera_ostrowin', say`The footnote was better than the book. ${h('footnotes')}`),
    post('es', 'vera_ostrowin', say`¿Y si mañana no llueve? ${h('mañana')} con ${m('ines_quillfen')} 🌦️`),
    post(
      'fr',
      'vera_ostrowin',
      say`« L’été », dit-elle, n’existe plus : ${a('https://harbour-gazette.example/fr/été')} ${h('été')}`,
    ),
    post('de', 'vera_ostrowin', say`Größe ist kein Maß für Güte. ${h('Straßenbahn')} & Geduld`),
    post('pt', 'vera_ostrowin', say`Não há pressa na ladeira. ${h('coração')} ${m('ines_quillfen')}`),
    post(
      'ja',
      'kirisaka_ame',
      say`${h('雨の日')}はゆっくり歩きます。傘は${m('kirisaka_ame')}のもの🌂詳しくは${a('https://ame.example/雨')}`,
    ),
    post(
      'zh',
      'qiaohe_mumu',
      say`云很低，花很好。${h('下雨天')}见${m('kirisaka_ame')}，地图在${a('https://maps.delta.example/zh')}。`,
    ),
    post('ko', 'byeolmaru_han', say`별이 잘 보이는 밤입니다 ${h('별사진')} ${a('https://byeol.example/밤')}`),
    post(
      'ar',
      'samar_dahwani',
      say`خريطة قديمة من ${h('خرائط')} مع ${m('noam_tzurel')} هنا ${a('https://maps.delta.example/ar')} (النسخة 2)`,
    ),
    post('he', 'noam_tzurel', say`גשם קל, לחם טרי. ${h('בוקר_טוב')} ${m('samar_dahwani')} 100%!`),
    post(
      'ru',
      'ovsyanka_lyud',
      say`Поезд №20461 опоздал на 3 минуты — праздник. ${h('поезда')} ${m('20461')}`,
    ),
    post('hi', 'tarini_vaswe', say`चाय और रेल, और क्या चाहिए? ${h('चाय')} ${a('https://chai.example/सुबह')}`),
  ],
}
