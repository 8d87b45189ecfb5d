package dev.varve.projections.screens;

import java.io.IOException;
import java.io.StringReader;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXNotRecognizedException;
import org.xml.sax.SAXNotSupportedException;
import org.xml.sax.ext.DefaultHandler2;

/**
 * The platform's SAX parser with everything off that reaches outside the document. Features that a
 * platform does not know are passed over (Android knows few), so they are the second line: the
 * first is {@link XmlRepair}, which lets no declaration through, and the third the handler, which
 * stops at one.
 */
final class HardenedXml {
  private static final String APACHE = "http://apache.org/xml/features/";
  private static final String SAX = "http://xml.org/sax/features/";
  private static final String LEXICAL_HANDLER = "http://xml.org/sax/properties/lexical-handler";

  private HardenedXml() {}

  static void parse(String xml, DefaultHandler2 handler) throws SAXException {
    try {
      SAXParser parser = parser();
      // The JDK's own limits became narrow in JDK 24 (depth: from none to 200; attributes: from
      // 10,000 to 200). Ours on depth shall decide, and both shall read the same.
      property(parser, "jdk.xml.maxElementDepth", "0");
      property(parser, "jdk.xml.elementAttributeLimit", "200");
      property(parser, LEXICAL_HANDLER, handler);
      parser.parse(new InputSource(new StringReader(xml)), handler);
    } catch (ParserConfigurationException | IOException e) {
      throw new SAXException(e);
    }
  }

  private static SAXParser parser() throws ParserConfigurationException, SAXException {
    SAXParserFactory factory = SAXParserFactory.newInstance();
    factory.setNamespaceAware(false);
    factory.setValidating(false);
    feature(factory, XMLConstants.FEATURE_SECURE_PROCESSING, true);
    feature(factory, APACHE + "disallow-doctype-decl", true);
    feature(factory, APACHE + "nonvalidating/load-external-dtd", false);
    feature(factory, SAX + "external-general-entities", false);
    feature(factory, SAX + "external-parameter-entities", false);
    return factory.newSAXParser();
  }

  private static void feature(SAXParserFactory factory, String name, boolean on)
      throws ParserConfigurationException {
    try {
      factory.setFeature(name, on);
    } catch (SAXNotRecognizedException | SAXNotSupportedException unknown) {
      // This platform's parser has nothing to switch; see the class comment.
    }
  }

  private static void property(SAXParser parser, String name, Object value) {
    try {
      parser.setProperty(name, value);
    } catch (SAXNotRecognizedException | SAXNotSupportedException unknown) {
      // This platform's parser has nothing to set; see the class comment.
    }
  }
}
