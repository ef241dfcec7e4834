/**
 * Sentences of everyday talk in languages other than English: `starts` and `ends` go together in any pair,
 * `replies` stand alone.
 */
export interface Phrases {
  starts: string[]
  ends: string[]
  replies: string[]
  join: string
  tags: string[]
}

export const PHRASES: Record<string, Phrases> = {
  es: {
    starts: ['Esta mañana', 'Según mi vecina,', 'Otra vez', 'Por fin', '¿Sabíais que'],
    ends: [
      'el tranvía salió a su hora.',
      'la panadería del muelle abrió temprano.',
      'el mapa viejo tenía razón.',
      'llovió sobre la ropa tendida.',
      'nadie encontró la llave.',
    ],
    replies: ['¡Qué va!', 'Yo también lo vi.', 'Totalmente de acuerdo.', '¿Y eso dónde es?'],
    join: ' ',
    tags: ['mañana', 'pingüinos', 'marea'],
  },
  fr: {
    starts: ['Ce matin,', 'Encore une fois,', 'D’après le boulanger,', 'Petite victoire :', 'Je note que'],
    ends: [
      'le bac est parti sans nous.',
      'la pluie a gagné.',
      'le chat du musée a signé le registre.',
      'l’horloge retarde « exprès ».',
      'la carte de 1911 dit vrai.',
    ],
    replies: ['Ah bon ?', 'Pareil ici.', 'Très juste !', 'On en reparle demain.'],
    join: ' ',
    tags: ['été', 'forêt', 'cafécrème'],
  },
  de: {
    starts: ['Heute früh', 'Laut Nachbarin', 'Wieder einmal', 'Kleine Meldung:', 'Wer hätte gedacht:'],
    ends: [
      'fuhr die Fähre pünktlich.',
      'klemmt die Fahrradkette.',
      'riecht es nach Teer & Brötchen.',
      'hat die Möwe gewonnen.',
      'war der Schlüssel im Mehl.',
    ],
    replies: ['Genau so.', 'Quelle?', 'Kann ich bestätigen.', 'Ach was.'],
    join: ' ',
    tags: ['Fähre', 'Grüße', 'Straßenbahn'],
  },
  pt: {
    starts: ['Hoje cedo', 'Dizem que', 'Mais uma vez', 'Boa notícia:', 'Só lembrando:'],
    ends: [
      'o bonde parou na ladeira.',
      'a maré não esperou ninguém.',
      'o pão saiu às sete.',
      'a chave estava no sapato.',
      'choveu só na praça.',
    ],
    replies: ['Não acredito!', 'Aqui também.', 'Conta mais.', 'Isso explica tudo.'],
    join: ' ',
    tags: ['manhã', 'coração', 'maré'],
  },
  ja: {
    starts: ['今朝は', 'やっぱり', '近所の話では、', 'ようやく', '気がつけば'],
    ends: [
      '始発の船が定刻に出ました。',
      '雨の匂いがします。',
      '古い地図の方が正しかった。',
      'パンが売り切れでした😢',
      '猫が時計台にいました。',
    ],
    replies: ['わかります。', 'それはどこですか？', '同じく！', 'お疲れさまです🍵'],
    join: '',
    tags: ['雨の日', '写真', '朝ごはん'],
  },
  ko: {
    starts: ['오늘 아침', '드디어', '이웃 말로는', '또다시', '알고 보니'],
    ends: [
      '첫 배가 제시간에 떠났어요.',
      '빵이 다 팔렸네요.',
      '옛 지도가 맞았습니다.',
      '비 냄새가 나요.',
      '고양이가 역장을 이겼어요.',
    ],
    replies: ['저도요!', '거기 어디예요?', '맞아요.', 'ㅋㅋㅋ 인정'],
    join: ' ',
    tags: ['아침', '별사진', '골목길'],
  },
  zh: {
    starts: ['今天早上，', '听邻居说，', '终于，', '又一次，', '没想到'],
    ends: ['渡船准点开了。', '面包卖光了。', '旧地图才是对的。', '闻到了雨的味道。', '猫占了售票窗口。'],
    replies: ['同感。', '在哪里？', '哈哈哈', '说得好。'],
    join: '',
    tags: ['早安', '旧地图', '下雨天'],
  },
  ar: {
    starts: ['هذا الصباح', 'قال لي الجار إن', 'مرة أخرى', 'وأخيرًا', 'للتذكير:'],
    ends: [
      'العبّارة وصلت في موعدها.',
      'الخبز نفد قبل السابعة.',
      'الخريطة القديمة كانت على حق.',
      'المطر سبقنا إلى السوق.',
      'المفتاح كان في جيبي.',
    ],
    replies: ['صحيح تمامًا.', 'أين هذا؟', 'وأنا كذلك.', 'أحسنت.'],
    join: ' ',
    tags: ['خرائط', 'صباح_الخير', 'قهوة'],
  },
  he: {
    starts: ['הבוקר', 'השכן טוען ש', 'שוב,', 'סוף סוף', 'תזכורת:'],
    ends: [
      'המעבורת יצאה בזמן.',
      'נגמר הלחם לפני שבע.',
      'המפה הישנה צדקה.',
      'יורד גשם רק ברחוב שלנו.',
      'המפתח היה בקמח.',
    ],
    replies: ['נכון מאוד.', 'איפה זה?', 'גם אצלי.', 'לא ייאמן.'],
    join: ' ',
    tags: ['גשם', 'לחם', 'בוקר_טוב'],
  },
  ru: {
    starts: ['Сегодня утром', 'Соседка уверяет:', 'Опять', 'Наконец-то', 'Для истории:'],
    ends: [
      'паром ушёл по расписанию.',
      'хлеб кончился до семи.',
      'старая карта не врёт.',
      'дождь шёл только на вокзале.',
      'кот занял кассу.',
    ],
    replies: ['Подтверждаю.', 'А где это?', 'У нас так же.', 'Ну и дела.'],
    join: ' ',
    tags: ['ёлка', 'поезда', 'утро'],
  },
  hi: {
    starts: ['आज सुबह', 'पड़ोसी कहते हैं कि', 'एक बार फिर', 'आख़िरकार', 'याद रहे,'],
    ends: [
      'पहली रेल समय पर चली।',
      'चाय ख़त्म हो गई।',
      'पुराना नक्शा सही निकला।',
      'बारिश सिर्फ़ हमारी गली में हुई।',
      'चाबी आटे में मिली।',
    ],
    replies: ['बिल्कुल सही।', 'यह कहाँ है?', 'यहाँ भी वही।', 'वाह!'],
    join: ' ',
    tags: ['चाय', 'रेल', 'सुबह'],
  },
}
