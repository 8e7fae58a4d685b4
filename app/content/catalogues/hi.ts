import type { Catalogue } from "../catalogue";

export default {
  language: "hi",
  reviewedBy: null,
  messages: {
    "page.title": "अपना खाता मिटाएँ",
    "page.description": "अपना PulseScout खाता मिटाएँ: क्या मिटाया जाता है, क्या रखा जाता है और कब तक।",
    "page.title-of-step": "{step}: {title}",
    "page.title-of-error": "गड़बड़ी: {title}",

    "header.pause-motion": "हलचल रोकें",
    "header.home": "होम पेज पर वापस जाएँ",
    "header.skip": "सीधे मुख्य भाग पर जाएँ",
    "header.languages": "भाषा",

    "sandbox.note": "परीक्षण का डेटा। कोई कोड इस मशीन से बाहर नहीं जाता: उसे <link>आउटबॉक्स</link> में पढ़ें।",

    "facts.lead":
      "तीन चरण। आपका खाता तुरंत निष्क्रिय हो जाता है और 90 दिनों के बाद हमेशा के लिए मिटा दिया जाता है।",
    "facts.app": "ऐप",
    "facts.developer": "डेवलपर",

    "information.title": "आपके खाते का क्या होता है",
    "information.open": "खाता मिटाने की जानकारी दिखाएँ",
    "information.close": "जानकारी बंद करें",

    "lifecycle.now": "तुरंत",
    "lifecycle.now-what": "आपका खाता निष्क्रिय है।",
    "lifecycle.within": "90 दिनों के अंदर",
    "lifecycle.within-what": "आप वापस आ सकते हैं: मोबाइल ऐप से लॉग इन करें।",
    "lifecycle.after": "90 दिनों के बाद",
    "lifecycle.after-what": "आपका खाता और आपका निजी डेटा हमेशा के लिए मिटा दिया जाता है।",
    "lifecycle.dated":
      "आप 90 दिनों के अंदर, {date} तक, वापस आ सकते हैं: मोबाइल ऐप से लॉग इन करें। उस दिन आपका खाता और आपका निजी डेटा हमेशा के लिए मिटा दिया जाता है।",

    "data.caption": "क्या मिटाया जाता है और क्या रखा जाता है",
    "data.data": "डेटा",
    "data.until": "कब तक रखा जाता है",
    "data.profile": "<b>मिटाया जाता है:</b> मोबाइल नंबर और प्रोफ़ाइल का विवरण",
    "data.recordings":
      "<b>मिटाया जाता है:</b> वीडियो, स्थान, गति और सेंसर का डेटा, जिससे आपकी पहचान होती है",
    "data.device": "<b>मिटाया जाता है:</b> डिवाइस और तकनीकी डेटा, सहायता के संदेश, सहमति की पसंद",
    "data.personal-why": "निजी डेटा। तब तक रखा जाता है, ताकि आप वापस आ सकें।",
    "data.anonymized": "<b>रखा जा सकता है:</b> पहचान हटाया हुआ डेटा",
    "data.anonymized-why":
      "इससे किसी व्यक्ति की पहचान नहीं होती। चेहरे और गाड़ियों की नंबर प्लेटें एआई से धुंधली की जाती हैं।",
    "data.indefinitely": "अनिश्चित समय तक",

    "help.write": "<b>मदद चाहिए?</b> इस नंबर पर WhatsApp नहीं है, या कोड नहीं आया? {email} पर लिखें।",
    "help.privacy": "हम डेटा का क्या करते हैं: <link>निजता नीति</link>।",

    "progress.phone": "फ़ोन",
    "progress.code": "कोड",
    "progress.reason": "कारण",
    "progress.label": "प्रगति",
    "progress.done": "पूरा हुआ",

    "phone.title": "आपका फ़ोन नंबर",
    "phone.lead": "यह पक्का करने के लिए कि खाता आपका है, हम WhatsApp पर एक कोड भेजते हैं।",
    "phone.label": "फ़ोन नंबर",
    "phone.send": "OTP भेजें",
    "phone.india": "भारत",

    "code.title": "कोड",
    "code.lead": "हमने इसे WhatsApp पर <b>{phone}</b> पर भेजा है। यह {time} तक चलेगा।",
    "code.tries": { one: "आपके पास {count} कोशिश बची है।", other: "आपके पास {count} कोशिशें बची हैं।" },
    "code.where": "WhatsApp अपने फ़ोन पर खोलें; लिंक किए हुए कंप्यूटरों पर कोड नहीं दिखता।",
    "code.why-until": "आपकी सुरक्षा के लिए कोड 10 मिनट तक ही चलता है। ज़्यादा समय चाहिए तो नया कोड माँगें।",
    "code.label": "OTP",
    "code.verify": "OTP जाँचें",
    "code.resend": "OTP फिर से भेजें",
    "code.resend-in": "{time} में",
    "code.resend-from": "{time} से",
    "code.change": "नंबर बदलें",
    "code.back": "वापस",

    "reasons.title": "आप क्यों जा रहे हैं?",
    "reasons.lead": "एक या अधिक चुनें।",
    "reasons.until":
      "आपकी सुरक्षा के लिए यह चरण {time} तक खुला है। उसके बाद नए कोड से फिर शुरू करें: आपके कारण नहीं रखे जाते।",
    "reasons.unused": "मैं अब अपने खाते का उपयोग नहीं करता/करती",
    "reasons.unclear": "मुझे समझ नहीं आता कि उपयोग कैसे करें",
    "reasons.unneeded": "मुझे अब इस सेवा की ज़रूरत नहीं है",
    "reasons.privacy": "निजता की चिंता",
    "reasons.others": "अन्य",
    "reasons.more": "कृपया हमें और बताएँ",
    "reasons.delete": "खाता मिटाएँ",

    "confirm.title": "मिटाने की पुष्टि करें",
    "confirm.number": "यह उस नंबर का खाता है जिसके आखिरी अंक <b>{digits}</b> हैं।",
    "confirm.inactive": "आपका खाता तुरंत निष्क्रिय हो जाता है।",
    "confirm.cancel": "रद्द करें",
    "confirm.delete": "मिटाएँ",

    "lost.text":
      "<b>हो सकता है कि आपका खाता फिर भी मिट गया हो।</b> ‘मिटाएँ’ दबाया गया था, लेकिन कोई पुष्टि नहीं आई।",
    "lost.again": "आप फिर से ‘मिटाएँ’ दबा सकते हैं।",
    "lost.find-out":
      "पता करने के लिए अपने नंबर से फिर शुरू करें: तब यह पेज बताता है कि खाता निष्क्रिय है या नहीं। देखने के लिए ऐप में लॉग इन न करें: ऐसा करने से खाता वापस आ जाता है।",
    "lost.write": "या संदर्भ संख्या <b>{reference}</b> के साथ {email} पर लिखें।",
    "lost.start": "मेरे नंबर से फिर शुरू करें",

    "not-registered.title": "खाता नहीं मिला",
    "not-registered.text":
      "यह फ़ोन पंजीकृत नहीं है। इस नंबर पर मिटाने के लिए कुछ नहीं है। पहले मोबाइल ऐप में साइन अप करें।",
    "not-registered.end": "होम पेज पर जाएँ",
    "reactivation.title": "खाता फिर से चालू करना",
    "reactivation.days": { one: "दिन बाकी", other: "दिन बाकी" },
    "reactivation.end": "बंद करें",
    "done.title": "खाता सफलतापूर्वक मिटाया गया",
    "done.reference": "संदर्भ संख्या",
    "done.inactive": "कब से निष्क्रिय",
    "done.erased": "हमेशा के लिए मिटाने का समय",
    "done.calendar": "कैलेंडर फ़ाइल",
    "done.print": "यह रसीद प्रिंट करें",
    "done.print-page": "रसीद रखने के लिए यह पेज प्रिंट करें।",
    "done.end": "ठीक है",
    "dialog.another-number": "दूसरा नंबर इस्तेमाल करें",

    "calendar.title": "आपका PulseScout खाता हमेशा के लिए मिटाया जाता है",
    "calendar.reference": "संदर्भ संख्या {reference}।",

    "time.day": "{day} ({zone})",
    "time.clock": "{time} ({zone})",
    "time.moment": "{day}, {time} ({zone})",
    "time.india": "भारतीय समय",
    "time.utc": "यूटीसी",

    "problem.heading": "एक समस्या है",
    "problem.phone": "कृपया सही फ़ोन नंबर डालें",
    "problem.otp": "कृपया 6 अंकों का सही OTP डालें",
    "problem.reasons": "कृपया मिटाने का कम से कम एक कारण चुनें",
    "problem.others": "कृपया ज़्यादा से ज़्यादा 300 अक्षर लिखें",
    "problem.expired": "इस कोड का समय खत्म हो गया है। नया कोड माँगें।",
    "problem.ended": "आपका सत्र खत्म हो गया है।",
    "problem.earlier": "यह पेज पिछले किसी सत्र का है।",
    "problem.no-session":
      "आपका सत्र खत्म हो गया है, या आपका ब्राउज़र कुकी नहीं रखता। इस पेज को 15 मिनट के लिए एक कुकी चाहिए: उसकी अनुमति दें और अपना नंबर फिर से डालें।",
    "problem.cannot-go-on":
      "आपका खाता अभी यहाँ नहीं मिटाया जा सकता: हमें मिला साइन-इन इस पेज के लिए ठीक नहीं है।",
    "problem.unanswered": "कोई जवाब नहीं आया। कृपया फिर कोशिश करें।",
    "retry.code-at": "आप अगला कोड {time} पर माँग सकते हैं।",
    "retry.at": "आप {time} पर फिर कोशिश कर सकते हैं।",

    "send.failed": "OTP नहीं भेजा जा सका",
    "send.unanswered": "OTP नहीं भेजा जा सका। कृपया फिर कोशिश करें।",
    "send.may-be-sent":
      "हो सकता है कि कोड फिर भी भेजा गया हो। अगर वह यहाँ न माना जाए, तो नया कोड माँगें: सिर्फ़ सबसे नया कोड चलता है।",
    "send.sent": "OTP आपके WhatsApp पर भेज दिया गया है",
    "verify.failed": "OTP गलत है",
    "verify.unanswered": "OTP की जाँच नहीं हो सकी। कृपया फिर कोशिश करें।",
    "verify.maybe-used":
      "अगर यह कोड पहले भी डाला गया था, तो हो सकता है कि वह इस्तेमाल हो चुका हो: नया कोड माँगें।",
    "verify.verified": "फ़ोन नंबर की पुष्टि हो गई",
    "delete.failed": "खाता नहीं मिटाया जा सका",
    "delete.unanswered": "खाता नहीं मिटाया जा सका। कृपया फिर कोशिश करें।",
    "delete.signed-out": "आपका साइन-इन अब स्वीकार नहीं होता। आगे बढ़ने के लिए नया कोड माँगें:",

    "limit.minute": "एक नंबर पर एक मिनट में एक कोड भेजा जा सकता है।",
    "limit.number": "इस नंबर के लिए बहुत ज़्यादा कोड माँगे गए।",
    "limit.network": "आपके नेटवर्क से बहुत ज़्यादा कोड माँगे गए।",
    "limit.codes": "बहुत ज़्यादा गलत कोड के बाद यह सत्र खत्म हो गया।",
    "limit.tries": "बहुत ज़्यादा कोशिशों के बाद यह सत्र खत्म हो गया।",
    "limit.send": "OTP नहीं भेजा जा सका: अभी बहुत ज़्यादा अनुरोध हैं।",
    "limit.verify": "OTP की जाँच नहीं हो सकी: अभी बहुत ज़्यादा अनुरोध हैं।",
    "limit.delete": "खाता नहीं मिटाया जा सका: अभी बहुत ज़्यादा अनुरोध हैं।",

    "error.title": "कुछ गड़बड़ हो गई",
    "error.text": "यह पेज नहीं बन सका। थोड़ी देर में फिर कोशिश करें।",
    "error.deleted": "अगर आपने ‘मिटाएँ’ दबाया था, तो हो सकता है कि आपका खाता मिट गया हो।",
    "error.again": "फिर कोशिश करें",
    "error.write": "क्या ऐसा फिर हो रहा है? {email} पर लिखें।",
    "error.reference": "संदर्भ: {reference}",

    "refusal.bad-url": "यह पता पढ़ा नहीं जा सकता",
    "refusal.bad-url-text": "देखें कि पते में कोई अक्षर छूटा या गलत तो नहीं है।",
    "refusal.too-long": "यह पता बहुत लंबा है",
    "refusal.too-long-text": "पता जाँचें, या होम पेज से फिर शुरू करें।",
    "refusal.absent": "इस पते पर कुछ नहीं है",
    "refusal.absent-text": "पता जाँचें, या होम पेज से फिर शुरू करें।",
    "refusal.foreign": "यह फ़ॉर्म किसी दूसरी साइट से भेजा गया",
    "refusal.foreign-text":
      "आपकी सुरक्षा के लिए इसे स्वीकार नहीं किया गया। पेज को यहाँ खोलें और फ़ॉर्म फिर से भेजें।",
    "refusal.method": "यह यहाँ नहीं किया जा सकता",
    "refusal.method-text": "यह पेज इस तरह के अनुरोध का जवाब नहीं देता।",
    "refusal.too-large": "टेक्स्ट बहुत लंबा है",
    "refusal.too-large-text": "एक फ़ॉर्म में 64 किलोबाइट आ सकते हैं। टेक्स्ट छोटा करें और फिर से भेजें।",
    "refusal.busy": "एक साथ बहुत ज़्यादा लोग यहाँ हैं",
    "refusal.busy-text": "कुछ सेकंड में फिर कोशिश करें।",
    "refusal.home": "होम पेज पर जाएँ",
  },
} as const satisfies Catalogue;
